build-portable/obj/models/sharing/delay_sms.o: models/sharing/delay_sms.c \
 models/sharing/delay_sms.h models/sharing/delay_kernel.h \
 models/base/mix.h
models/sharing/delay_sms.h:
models/sharing/delay_kernel.h:
models/base/mix.h:
