package io.parley.testkit.campaign;

import io.parley.testkit.JavaProgram;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Base64;

/** A {@link CrashServer} in a JVM of its own. Belongs to one thread. */
final class ServerProcess implements AutoCloseable {
    private final ChildJvm jvm;
    private int port;

    /** Starts a server; port 0 takes a free one. */
    ServerProcess(String store, int port, Path tally, String... options) throws IOException {
        this(JavaProgram.brief(CrashServer.class, store, Integer.toString(port), tally.toString())
                .options(options));
    }

    private ServerProcess(JavaProgram program) throws IOException {
        this.jvm = new ChildJvm(program);
    }

    /** Starts a server with the default options of a JVM, to be measured. */
    static ServerProcess optimized(String store, int port, Path tally) throws IOException {
        return new ServerProcess(JavaProgram.of(CrashServer.class, store, Integer.toString(port), tally.toString()));
    }

    /** Starts a server and waits until it listens. */
    static ServerProcess listening(String store, int port, Path tally, String... options) throws IOException {
        ServerProcess server = new ServerProcess(store, port, tally, options);
        server.awaitListening();
        return server;
    }

    /** Waits until it listens. */
    void awaitListening() throws IOException {
        port = Integer.parseInt(jvm.answer("port "));
    }

    /** Returns its port, once {@link #awaitListening} has returned. */
    int port() {
        return port;
    }

    /** Returns a token for one session of a principal. */
    byte[] token(String principal) throws IOException {
        jvm.say(principal);
        return Base64.getDecoder().decode(jvm.answer("token "));
    }

    /** Returns its JVM. */
    ChildJvm jvm() {
        return jvm;
    }

    /** Kills it, as {@code kill -9} does. */
    void kill() throws InterruptedException {
        jvm.kill();
    }

    /** Returns the resources that it used so far. */
    StormReport.Used used() throws IOException {
        jvm.say(CrashServer.USED);
        long heap = Long.parseLong(jvm.answer("heap "));
        long processor = Long.parseLong(jvm.answer("processor "));
        return new StormReport.Used(heap, processor);
    }

    /** Closes its input and waits for its end. */
    @Override
    public void close() throws IOException, InterruptedException {
        jvm.close();
    }
}
