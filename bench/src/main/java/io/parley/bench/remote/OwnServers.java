package io.parley.bench.remote;

import io.parley.bench.contest.Child;
import io.parley.bench.contest.Door;
import io.parley.bench.contest.SocketAddresses;
import java.io.IOException;
import java.util.List;

/**
 * A child JVM whose {@link RemoteServers} serve only this process. It ends when its connection to this process closes.
 */
public final class OwnServers implements AutoCloseable {
    private final Child child;
    private final int port;

    private OwnServers(Child child, int port) {
        this.child = child;
        this.port = port;
    }

    /** Starts the child JVM. */
    public static OwnServers start() throws IOException {
        Child child = Child.start(OwnServers.class, List.of(), List.of());
        return new OwnServers(child, Integer.parseInt(child.answer()));
    }

    /** Connects to the child JVM. */
    public RemoteGround connect() throws IOException {
        return RemoteGround.to(SocketAddresses.of(Door.SERVER + ":" + port));
    }

    @Override
    public void close() {
        child.process().destroyForcibly();
    }

    /** Listens on a free port, prints the port and serves one client. */
    public static void main(String[] args) throws IOException {
        try (RemoteServers servers = RemoteServers.listen(Door.SERVER, 0)) {
            System.out.println(servers.port());
            servers.serveOne();
        }
        System.exit(0); // measured systems may have left threads running
    }
}
