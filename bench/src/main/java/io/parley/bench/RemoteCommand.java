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
            "Has systems echo workloads by turns, with the servers in a JVM of their own: on this machine, or where",
            "another `./parley bench remote --listen` runs. Prints for a call of each: the median time, the processor",
            "time of the client's and the server's process, and of both the sleeps and what they allocated."
        })
final class RemoteCommand extends TurnsCommand {
    @Option(names = "--to", paramLabel = "HOST:PORT", description = "Where servers are to run (default: a JVM beside).")
    private @Nullable String to;

    @Option(
            names = "--listen",
            paramLabel = "PORT",
            description = "Start servers for whoever asks, until this is stopped; 0 for a free port.")
    private @Nullable Integer listen;

    @Option(
            names = "--host",
            defaultValue = Door.SERVER,
            description = "The address to listen on (default: ${DEFAULT-VALUE}). Who can connect can start servers.")
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
