package io.parley.examples.demo;

/**
 * How much the demo does.
 *
 * @param n measured calls per application and side
 * @param strings strings per message of the first application
 * @param floats floats per message of the second
 * @param warmUp calls per application and side before anything is measured
 */
public record DemoSettings(int n, int strings, int floats, int warmUp) {
    /** Calls of the client that falls back. */
    static final int FALLBACK_CALLS = 5;

    public DemoSettings {
        atLeast(1, n, "n");
        atLeast(1, strings, "strings");
        atLeast(1, floats, "floats");
        atLeast(0, warmUp, "warm-up calls");
    }

    private static void atLeast(int least, int value, String what) {
        if (value < least) {
            throw new IllegalArgumentException("expected at least " + least + " " + what + ", found " + value);
        }
    }
}
