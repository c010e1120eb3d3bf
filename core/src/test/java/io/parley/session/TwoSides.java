package io.parley.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.parley.Limits;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A client and a server with an open session between them; at the end neither has memory reserved. */
abstract class TwoSides {
    final Side client;
    final Side server;
    /** The time at which frames are delivered. */
    long now;

    TwoSides(Limits limits) {
        client = Side.opening(limits);
        server = Side.accepting(limits);
    }

    @BeforeEach
    final void open() {
        client.session.start();
        deliver();
        assertThat(server.opened()).isTrue();
    }

    @AfterEach
    final void nothingIsReservedOnceBothSidesAreOver() {
        client.close();
        server.close();
        assertThat(client.reserved()).as("reserved by the client").isZero();
        assertThat(server.reserved()).as("reserved by the server").isZero();
    }

    static ByteBuf content(int bytes) {
        return ByteBufAllocator.DEFAULT.buffer(Math.max(1, bytes)).writeZero(bytes);
    }

    /** Delivers frames in both directions until neither side sends any more. */
    final void deliver() {
        while (!client.out.isEmpty() || !server.out.isEmpty()) {
            deliver(client, server);
            deliver(server, client);
        }
    }

    final void deliver(Side from, Side to) {
        for (ByteBuf frame = from.out.poll(); frame != null; frame = from.out.poll()) {
            to.session.frameLength(frame);
            to.session.onFrame(frame, now);
        }
    }
}
