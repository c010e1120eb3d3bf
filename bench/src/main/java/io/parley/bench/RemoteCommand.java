package io.parley.bench;

import io.parley.bench.contest.Door;
import io.parley.bench.contest.SocketAddresses;
import io.parley.bench.remote.RemoteGround;
import io.parley.bench.remote.RemoteServers;
import java.io.IOException;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The command {@code ./parley bench remote}: like {@code turns}, but client and server have a JVM each. */
@Command(
        name = "remote",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        description = {
            "Compares systems in two JVMs: clients here, servers in another JVM, on this machine or where "
                    + "./parley bench remote --listen runs.",
            "Prints per call: median time, processor time of each process, sleeps and allocated memory of both."
        })
final class RemoteCommand extends TurnsCommand {
    @Option(
            names = "--to",
            paramLabel = "HOST:PORT",
            description = "Address of the servers (default: another JVM on this machine).")
    private @Nullable String to;

    @Option(
            names = "--listen",
            paramLabel = "PORT",
            description = "Run servers for other machines until stopped; 0 takes a free port.")
    private @Nullable Integer listen;

    @Option(
            names = "--host",
            defaultValue = Door.SERVER,
            description = "Address to bind (default: ${DEFAULT-VALUE}). Anyone who can connect can start servers.")
    private String host = Door.SERVER;

    @Override
    public Integer call() throws IOException {
        if (listen != null) {
            if (to != null || !isEmpty()) {
                throw new ParameterException(line(), "expected --listen, or systems and workloads, found both");
            }
            serve(listen, line().getOut());
        } else if (to != null) {
            try (RemoteGround ground = RemoteGround.to(SocketAddresses.of(to))) {
                measure(ground, true);
            }
        } else {
            try (RemoteGround ground = RemoteGround.beside()) {
                measure(ground, true);
            }
        }
        return 0;
    }

    private void serve(int port, PrintWriter out) throws IOException {
        try (RemoteServers servers = RemoteServers.listen(host, port)) {
            out.println("listening on " + host + ":" + servers.port());
            out.flush();
            while (true) {
                servers.serveOne();
            }
        }
    }
}
