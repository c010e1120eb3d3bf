package io.parley.examples.soak;

import java.util.Random;

/** Random choices of a workload: a fifth of the calls are cancelled, at a random time. */
final class Chance {
    /** Maximum number of concurrent calls. */
    private static final int MAX_CONCURRENT = 6;

    private static final int LARGEST = 3_000_000;
    private static final String TEXT = "soak ".repeat(LARGEST / 5);

    private final Random random;

    Chance(Random random) {
        this.random = random;
    }

    /** Action of a workload. */
    enum Deed {
        CALLS,
        SUM,
        PARCEL,
        NOTE,
        REFUSAL,
        TIMEOUT,
        INTERRUPTION,
        RECONNECT,
        ABORT
    }

    Deed deed() {
        int of = random.nextInt(1000);
        if (of < 700) {
            return Deed.CALLS;
        } else if (of < 760) {
            return Deed.SUM;
        } else if (of < 830) {
            return Deed.PARCEL;
        } else if (of < 880) {
            return Deed.NOTE;
        } else if (of < 930) {
            return Deed.REFUSAL;
        } else if (of < 960) {
            return Deed.TIMEOUT;
        } else if (of < 985) {
            return Deed.INTERRUPTION;
        }
        return of < 995 ? Deed.RECONNECT : Deed.ABORT;
    }

    int together() {
        return 1 + random.nextInt(MAX_CONCURRENT);
    }

    boolean cancels() {
        return random.nextInt(5) == 0;
    }

    /** Returns the delay of a cancellation: at once, while the call is sent or answered, or while its service works. */
    int cancelMicros() {
        return random.nextInt(3) == 0 ? 0 : random.nextInt(20_000);
    }

    /** Returns a size in bytes or characters, mostly small, sometimes large. */
    int size() {
        int of = random.nextInt(100);
        int most = of < 60 ? 200 : of < 90 ? 20_000 : of < 98 ? 300_000 : LARGEST;
        return random.nextInt(most);
    }

    String text() {
        return TEXT.substring(0, size());
    }

    byte[] bytes() {
        byte[] bytes = new byte[size()];
        random.nextBytes(bytes);
        return bytes;
    }

    double[] figures() {
        return random.doubles(1 + random.nextInt(5_000)).toArray();
    }

    /** Returns the service's pause; for a cancelled call long in half of the cases. */
    int pauseMillis(boolean cancelled) {
        return cancelled && random.nextBoolean() ? 2_000 : 0;
    }
}
