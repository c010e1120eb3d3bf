package io.parley.examples.demo;

/**
 * Size of the demo.
 *
 * @param n measured calls per application and transport
 * @param strings strings per message of the first application
 * @param floats floats per message of the second application
 * @param warmUp unmeasured calls per application and transport
 */
public record DemoSettings(int n, int strings, int floats, int warmUp) {
    /** Number of calls of the client that falls back. */
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
