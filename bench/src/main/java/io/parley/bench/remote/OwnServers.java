package io.parley.bench.remote;

import io.parley.bench.contest.Door;
import io.parley.bench.contest.Jvm;
import io.parley.bench.contest.SocketAddresses;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A JVM beside this one whose {@link RemoteServers} are for this one alone; it ends with it. */
public final class OwnServers implements AutoCloseable {
    private final Process process;
    private final int port;

    private OwnServers(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** Starts it, with these options of the JVM. */
    public static OwnServers start(List<String> options) throws IOException {
        Process process = new ProcessBuilder(Jvm.command(OwnServers.class, options, List.of()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String first =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)).readLine();
        if (first == null) {
            process.destroyForcibly();
            throw new IOException("the servers' process ended before it listened");
        }
        return new OwnServers(process, Integer.parseInt(first));
    }

    /** Connects to it. */
    public RemoteGround connect() throws IOException {
        return RemoteGround.to(SocketAddresses.of(Door.SERVER + ":" + port));
    }

    @Override
    public void close() {
        process.destroyForcibly();
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
