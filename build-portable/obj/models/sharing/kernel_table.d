build-portable/obj/models/sharing/kernel_table.o: \
 models/sharing/kernel_table.c models/sharing/kernel_table.h \
 models/sharing/delay_kernel.h
models/sharing/kernel_table.h:
models/sharing/delay_kernel.h:
