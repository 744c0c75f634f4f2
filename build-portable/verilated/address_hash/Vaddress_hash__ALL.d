Vaddress_hash__ALL.o: Vaddress_hash__ALL.cpp Vaddress_hash.cpp \
 Vaddress_hash.h /usr/share/verilator/include/verilated.h \
 /usr/share/verilator/include/verilatedos.h \
 /usr/share/verilator/include/verilated_config.h \
 /usr/share/verilator/include/verilated_types.h \
 /usr/share/verilator/include/verilated_funcs.h Vaddress_hash__Syms.h \
 Vaddress_hash___024root.h \
 Vaddress_hash___024root__DepSet_h2c52177b__0.cpp \
 Vaddress_hash___024root__DepSet_h79d0e664__0.cpp \
 Vaddress_hash___024root__Slow.cpp \
 Vaddress_hash___024root__DepSet_h2c52177b__0__Slow.cpp \
 Vaddress_hash___024root__DepSet_h79d0e664__0__Slow.cpp \
 Vaddress_hash__Syms.cpp
