#include <stdio.h>

void outside(void);
void outside(void) {
    puts("hello"); /* expect: call */
}
