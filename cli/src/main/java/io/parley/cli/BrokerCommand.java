package io.parley.cli;

import io.parley.examples.hosting.ServiceHost;
import io.parley.transport.jms.EmbeddedBroker;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The {@code broker} command: runs a message broker until it is stopped. */
@Command(
        name = "broker",
        description = "Runs a message broker for the jms channel, without users, until it is stopped.",
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:stopped", "1:could not be started", "2:the command line is invalid"})
final class BrokerCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private final HostOption host = new HostOption();

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "61616",
            converter = PortOption.class,
            description = "Port of the broker; 0 takes a free one (default: ${DEFAULT-VALUE}).")
    private int port;

    @Option(
            names = "--folder",
            paramLabel = "DIR",
            description = "Folder for durable messages; without it, messages do not outlive the broker.")
    private @Nullable Path folder;

    @Option(
            names = "--queue",
            paramLabel = "NAME",
            description = "Durable queue to create at the start; may be repeated.")
    private List<String> queues = List.of();

    @Mixin
    private final JsonOption json = new JsonOption();

    /** JSON object that is printed once the broker accepts connections. */
    record Running(String url, @Nullable String folder) {}

    @Override
    public Integer call() throws IOException {
        Console console = Console.of(Objects.requireNonNull(spec));
        EmbeddedBroker.Builder builder = EmbeddedBroker.builder().bind(host.host(), port);
        if (folder != null) {
            builder.folder(folder);
        }
        queues.forEach(builder::queue);
        EmbeddedBroker broker = started(builder);
        Closeable stopping = () -> {
            broker.close();
            if (!json.isGiven()) {
                console.line("stopped");
            }
        };
        UntilStopped.keep(stopping, () -> announce(broker.url(), console));
        return ExitCode.OK;
    }

    private static EmbeddedBroker started(EmbeddedBroker.Builder builder) throws IOException {
        try {
            return builder.start();
        } catch (IOException e) {
            String text = Failures.text(e);
            throw text.contains("Failed to bind") ? new IOException(text + ServiceHost.PORT_IN_USE, e) : e;
        }
    }

    private void announce(String url, Console console) {
        json.print(
                console,
                new Running(url, folder == null ? null : folder.toString()),
                List.of("broker at " + url, (folder == null ? "in memory" : "in " + folder) + "; Ctrl-C stops"));
    }
}
