package io.parley.bench.remote;

import io.parley.bench.contest.Child;
import io.parley.bench.contest.Door;
import io.parley.bench.contest.SocketAddresses;
import java.io.IOException;
import java.util.List;

/** A JVM beside this one whose {@link RemoteServers} are for this one alone; it ends with it. */
public final class OwnServers implements AutoCloseable {
    private final Child child;
    private final int port;

    private OwnServers(Child child, int port) {
        this.child = child;
        this.port = port;
    }

    /** Starts it. */
    public static OwnServers start() throws IOException {
        Child child = Child.start(OwnServers.class, List.of(), List.of());
        return new OwnServers(child, Integer.parseInt(child.answer()));
    }

    /** Connects to it. */
    public RemoteGround connect() throws IOException {
        return RemoteGround.to(SocketAddresses.of(Door.SERVER + ":" + port));
    }

    @Override
    public void close() {
        child.process().destroyForcibly();
    }

    /** Listens on a free port, which is printed, for one client. */
    public static void main(String[] args) throws IOException {
        try (RemoteServers servers = RemoteServers.listen(Door.SERVER, 0)) {
            System.out.println(servers.port());
            servers.serveOne();
        }
        System.exit(0); // threads of what was measured may still be there
    }
}
