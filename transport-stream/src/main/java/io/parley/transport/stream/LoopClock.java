package io.parley.transport.stream;

import io.netty.util.concurrent.EventExecutor;
import java.util.Arrays;

/** Clock that an event loop schedules by. Netty 4.1 exposes none, and uses the system's. Stateless. */
public final class LoopClock {
    private static final boolean SHOWN = Arrays.stream(EventExecutor.class.getMethods())
            .anyMatch(method -> method.getName().equals("ticker"));

    private LoopClock() {}

    /** Nanoseconds, as {@link System#nanoTime} counts them. */
    public static long nanoTime(EventExecutor loop) {
        return SHOWN ? Shown.nanoTime(loop) : System.nanoTime();
    }

    /** Loaded by Netty 4.2 alone. */
    private static final class Shown {
        static long nanoTime(EventExecutor loop) {
            return loop.ticker().nanoTime();
        }
    }
}
