package io.parley.transport.http.console;

import io.netty.buffer.Unpooled;
import io.netty.channel.socket.SocketChannel;
import io.parley.console.ConsolePage;
import java.util.function.Consumer;

/**
 * Event stream to one open page. A page that does not read for long is disconnected, and reconnects by itself.
 * Thread-safe.
 */
final class SocketEvents implements ConsolePage.Listener {
    private static final long MAX_BYTES = 4L * 1024 * 1024;

    private final SocketChannel socket;
    private final Consumer<ConsolePage.Listener> onEnd;

    SocketEvents(SocketChannel socket, Consumer<ConsolePage.Listener> onEnd) {
        this.socket = socket;
        this.onEnd = onEnd;
    }

    @Override
    public void send(byte[] events) {
        socket.eventLoop().execute(() -> {
            if (socket.bytesBeforeWritable() > MAX_BYTES) {
                end();
            } else if (socket.isActive()) {
                var unused = socket.writeAndFlush(Unpooled.wrappedBuffer(events));
            }
        });
    }

    @Override
    public void end() {
        onEnd.accept(this);
        var unused = socket.close();
    }
}
