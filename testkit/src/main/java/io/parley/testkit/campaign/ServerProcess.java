package io.parley.testkit.campaign;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Base64;

/** A {@link CrashServer} in a JVM of its own. Belongs to one thread. */
final class ServerProcess implements AutoCloseable {
    private final ChildJvm jvm;
    private final int port;

    /** Starts one, and waits until it listens; port 0 takes a free one. */
    ServerProcess(String store, int port, Path tally) throws IOException {
        this.jvm = new ChildJvm(CrashServer.class, store, Integer.toString(port), tally.toString());
        this.port = Integer.parseInt(jvm.answer("port "));
    }

    int port() {
        return port;
    }

    /** A token for one session. */
    byte[] token(String principal) throws IOException {
        jvm.say(principal);
        return Base64.getDecoder().decode(jvm.answer("token "));
    }

    /** As {@code kill -9} does. */
    void kill() throws InterruptedException {
        jvm.kill();
    }

    /** Lets it end by itself. */
    @Override
    public void close() throws IOException, InterruptedException {
        jvm.close();
    }
}
