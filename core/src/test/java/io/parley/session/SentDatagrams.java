package io.parley.session;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;

/** Datagrams of limited size that are kept until the test delivers them. */
final class SentDatagrams implements Datagrams {
    final List<ByteBuf> sent = new ArrayList<>();
    final ExpendableCounters counters = new ExpendableCounters();
    int most = 1200;
    long roundTrip;

    @Override
    public int mostBytes() {
        return most;
    }

    @Override
    public long roundTripNanos() {
        return roundTrip;
    }

    @Override
    public void sendDatagram(ByteBuf frame) {
        sent.add(frame);
    }

    @Override
    public ExpendableCounters counters() {
        return counters;
    }
}
