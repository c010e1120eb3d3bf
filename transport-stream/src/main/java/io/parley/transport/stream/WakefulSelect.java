package io.parley.transport.stream;

import io.netty.channel.SelectStrategy;
import io.netty.util.IntSupplier;
import io.parley.HotPath;
import io.parley.channel.ShortWaits;
import java.util.function.LongSupplier;

/**
 * Select strategy that lets an event loop check for work a few times more before it sleeps, where work comes within
 * microseconds: then its submitter need not wake it up. Belongs to one event loop.
 */
final class WakefulSelect implements SelectStrategy {
    private final LongSupplier nanoTime;
    private final ShortWaits waits = new ShortWaits();
    private boolean idle;
    private boolean asleep;
    private long since;

    WakefulSelect(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Answers {@link SelectStrategy#SELECT} for the loop to sleep, else how many channels have something to do. */
    @Override
    @HotPath
    public int calculateStrategy(IntSupplier selectNow, boolean hasTasks) throws Exception {
        long now = nanoTime.getAsLong();
        if (idle && (asleep || hasTasks)) {
            workCame(now);
        }
        if (hasTasks) {
            return selectNow.get();
        }
        if (!idle) {
            idle = true;
            since = now;
        }
        if (!waits.payOff() || now - since > ShortWaits.MOST_NANOS) {
            asleep = true;
            return SELECT;
        }
        return look(selectNow, now);
    }

    private int look(IntSupplier selectNow, long now) throws Exception {
        int ready = selectNow.get();
        if (ready > 0) {
            workCame(now);
        } else {
            ShortWaits.giveWay();
        }
        return ready;
    }

    private void workCame(long now) {
        idle = false;
        asleep = false;
        waits.ended(now - since);
    }
}
