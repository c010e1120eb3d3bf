package io.parley.transport.http.console;

import io.netty.buffer.Unpooled;
import io.netty.channel.socket.SocketChannel;
import io.parley.console.ConsolePage;
import java.util.function.Consumer;

/** Events on their way to one open page; one that takes nothing for long is left, and asks anew. Thread-safe. */
final class SocketEvents implements ConsolePage.Listener {
    private static final long MOST_BYTES = 4L * 1024 * 1024;

    private final SocketChannel socket;
    private final Consumer<ConsolePage.Listener> leaving;

    SocketEvents(SocketChannel socket, Consumer<ConsolePage.Listener> leaving) {
        this.socket = socket;
        this.leaving = leaving;
    }

    @Override
    public void send(byte[] events) {
        socket.eventLoop().execute(() -> {
            if (socket.bytesBeforeWritable() > MOST_BYTES) {
                end();
            } else if (socket.isActive()) {
                var unused = socket.writeAndFlush(Unpooled.wrappedBuffer(events));
            }
        });
    }

    @Override
    public void end() {
        leaving.accept(this);
        var unused = socket.close();
    }
}
