package io.parley.cli;

import io.parley.channel.Address;
import io.parley.cxf.ParleyFeature;
import io.parley.cxf.ParleyStatus;
import io.parley.cxf.settings.Settings;
import io.parley.examples.hosting.ServiceHost;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.feature.Feature;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The {@code serve} command: runs the example services until it is stopped. */
@Command(
        name = "serve",
        description = "Runs the example services, with Parley, until it is stopped.",
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:stopped", "1:could not be started", "2:the command line is invalid"})
final class ServeCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private final HostOption host = new HostOption();

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "8080",
            converter = PortOption.class,
            description = "HTTP port; 0 takes a free one (default: ${DEFAULT-VALUE}).")
    private int port;

    @Option(
            names = "--stream-port",
            paramLabel = "PORT",
            defaultValue = "0",
            converter = PortOption.class,
            description = "Port of the stream; 0, the default, takes a free one.")
    private int streamPort;

    @Mixin
    private final SettingOption settings = new SettingOption();

    @Option(names = "--plain", description = "Run without Parley, to see how clients fall back.")
    private boolean plain;

    @Option(
            names = "--contexts",
            paramLabel = "STORE",
            description = {
                "Context store (sqlite:PATH) to publish too, as a WS-Context service.",
                "Its callers are not authenticated: all are the principal \"anonymous\".",
                "Anyone who knows the identifier of a context may use it."
            })
    private @Nullable String contexts;

    @Mixin
    private final JsonOption json = new JsonOption();

    /** JSON object that is printed once the services can be called. */
    record Running(List<String> services, List<String> streams, boolean plain) {}

    @Override
    public Integer call() throws IOException {
        Console console = Console.of(Objects.requireNonNull(spec));
        Served served = Served.start(contexts, () -> ServiceHost.start(host.host(), port, features()));
        UntilStopped.keep(served::close, () -> announce(served, console));
        return ExitCode.OK;
    }

    private void announce(Served served, Console console) {
        List<String> streams =
                streams(served.services()).stream().map(Address::toString).toList();
        List<String> lines = new ArrayList<>();
        served.addresses().forEach(address -> lines.add(address + "?wsdl"));
        streams.forEach(address -> lines.add("stream at " + address));
        lines.add(plain ? "plain SOAP only; Ctrl-C stops" : "with Parley; Ctrl-C stops");
        json.print(console, new Running(List.copyOf(served.addresses()), streams, plain), lines);
    }

    private List<Feature> features() {
        if (plain) {
            return List.of();
        }
        // The stream must not be reachable from more networks than the services are.
        ParleyFeature feature =
                new ParleyFeature().set(Settings.BIND, host.host()).set(Settings.PORT, streamPort);
        settings.checked().forEach(feature::set);
        return List.of(feature);
    }

    /** Returns the addresses of the services' listeners, without duplicates. */
    private static Set<Address> streams(ServiceHost services) {
        Set<Address> streams = new LinkedHashSet<>();
        for (Server server : services.servers()) {
            ParleyStatus.ready(server).toCompletableFuture().join();
            ParleyStatus.of(server).ifPresent(status -> streams.addAll(status.listening()));
        }
        return streams;
    }
}
