package io.parley.transport.stream;

import io.netty.util.concurrent.EventExecutor;
import java.util.Arrays;

/** Clock by which an event loop schedules. Netty 4.1 does not expose it and uses {@link System#nanoTime}. Stateless. */
public final class LoopClock {
    private static final boolean HAS_TICKER = Arrays.stream(EventExecutor.class.getMethods())
            .anyMatch(method -> method.getName().equals("ticker"));

    private LoopClock() {}

    /** Returns the loop's time in nanoseconds, comparable with {@link System#nanoTime}. */
    public static long nanoTime(EventExecutor loop) {
        return HAS_TICKER ? Ticker.nanoTime(loop) : System.nanoTime();
    }

    /** Loaded only with Netty 4.2. */
    private static final class Ticker {
        static long nanoTime(EventExecutor loop) {
            return loop.ticker().nanoTime();
        }
    }
}
