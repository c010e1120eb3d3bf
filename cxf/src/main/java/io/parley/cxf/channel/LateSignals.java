package io.parley.cxf.channel;

import io.parley.transport.stream.ContainerSocket;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Signals of a container's connection to whoever accepts it; what happens before is nobody's. Thread-safe. */
final class LateSignals implements ContainerSocket.Signals {
    private volatile ContainerSocket.@Nullable Signals accepted;

    /** Has the connection accepted. */
    void acceptBy(Function<ContainerSocket, ContainerSocket.Signals> acceptor, ContainerSocket socket) {
        accepted = acceptor.apply(socket);
    }

    @Override
    public void readable() {
        tell(ContainerSocket.Signals::readable);
    }

    @Override
    public void writable() {
        tell(ContainerSocket.Signals::writable);
    }

    @Override
    public void ended() {
        tell(ContainerSocket.Signals::ended);
    }

    @Override
    public void failed(Throwable why) {
        tell(told -> told.failed(why));
    }

    private void tell(Consumer<ContainerSocket.Signals> what) {
        ContainerSocket.Signals told = accepted;
        if (told != null) {
            what.accept(told);
        }
    }
}
