package io.parley.bench;

import io.parley.bench.contest.Door;
import io.parley.bench.contest.SocketAddresses;
import io.parley.bench.remote.OwnServers;
import io.parley.bench.remote.RemoteGround;
import io.parley.bench.remote.RemoteServers;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./parley bench remote}: as {@code turns}, but client and server have a JVM each. */
@Command(
        name = "remote",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        description = {
            "Has systems echo workloads by turns, with the servers in a JVM of their own: on this machine, or where",
            "another `./parley bench remote --listen` runs. Prints for a call of each: the median time, the processor",
            "time of the client's and the server's process, and of both the sleeps and what they allocated."
        })
final class RemoteCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private final TurnsChoice choice = new TurnsChoice();

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
        CommandLine line = Objects.requireNonNull(spec).commandLine();
        if (listen != null) {
            if (to != null || !choice.isEmpty()) {
                throw new ParameterException(line, "expected --listen, or systems and workloads, found both");
            }
            serve(listen, line.getOut());
        } else if (to != null) {
            try (RemoteGround ground = RemoteGround.to(SocketAddresses.of(to))) {
                choice.measure(line, ground, true);
            }
        } else {
            try (OwnServers servers = OwnServers.start(List.of());
                    RemoteGround ground = servers.connect()) {
                choice.measure(line, ground, true);
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
