package io.parley.transport.stream;

import io.netty.channel.SelectStrategy;
import io.netty.util.IntSupplier;
import io.parley.HotPath;
import io.parley.channel.ShortWaits;
import java.util.function.LongSupplier;

/**
 * Select strategy that lets an event loop poll for work a few times before it blocks, if work tends to arrive within
 * microseconds: a submitter then need not wake it up. Used by one event loop.
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

    /** Returns {@link SelectStrategy#SELECT} if the loop should block, otherwise the number of ready channels. */
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
        return poll(selectNow, now);
    }

    private int poll(IntSupplier selectNow, long now) throws Exception {
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
