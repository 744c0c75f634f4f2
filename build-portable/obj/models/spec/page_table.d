build-portable/obj/models/spec/page_table.o: models/spec/page_table.c \
 models/spec/page_table.h
models/spec/page_table.h:
