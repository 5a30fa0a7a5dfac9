#include <string.h>

int main(void)
{
    char text[16] = "0123456789";
    memcpy(text + 2, text, 6);
    return text[3];
}
