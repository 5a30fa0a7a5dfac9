// Calls a function without a definition.
// flags: -Wl,--unresolved-symbols=ignore-all
int read_sensor(int channel);

static int sample(int channel) {
    return read_sensor(channel) * 2;
}

int main(void) {
    return sample(3);
}
