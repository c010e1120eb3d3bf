package io.parley.cxf.channel;

import io.parley.transport.stream.ContainerSocket;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Forwards the signals of a container's connection to its acceptor; signals before the acceptance are dropped.
 * Thread-safe.
 */
final class SignalForwarder implements ContainerSocket.Signals {
    private volatile ContainerSocket.@Nullable Signals accepted;

    /** Passes the connection to the acceptor and forwards later signals to it. */
    void acceptBy(Function<ContainerSocket, ContainerSocket.Signals> acceptor, ContainerSocket socket) {
        accepted = acceptor.apply(socket);
    }

    @Override
    public void readable() {
        forward(ContainerSocket.Signals::readable);
    }

    @Override
    public void writable() {
        forward(ContainerSocket.Signals::writable);
    }

    @Override
    public void ended() {
        forward(ContainerSocket.Signals::ended);
    }

    @Override
    public void failed(Throwable why) {
        forward(to -> to.failed(why));
    }

    private void forward(Consumer<ContainerSocket.Signals> signal) {
        ContainerSocket.Signals to = accepted;
        if (to != null) {
            signal.accept(to);
        }
    }
}
