package io.parley.cli;

import io.parley.Limits;
import io.parley.channel.Address;
import io.parley.channel.Protection;
import io.parley.console.ConsolePage;
import io.parley.console.Node;
import io.parley.transport.http.BodyMemory;
import io.parley.transport.http.HttpServer;
import io.parley.transport.http.RequestHead;
import io.parley.transport.http.console.ConsoleSite;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The {@code console} command: shows the operator's pages of several nodes as one. */
@Command(
        name = "console",
        description = {
            "Shows the operator's pages of several nodes as one, on this machine, until it is stopped.",
            "Its URL contains a secret, so that other users of this machine cannot open it."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:stopped", "1:could not be started", "2:the command line is invalid"})
final class ConsoleCommand implements Callable<Integer> {
    private static final int SECRET_BYTES = 16;
    private static final String LOOPBACK = "127.0.0.1";

    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(
            arity = "1..*",
            paramLabel = "URL",
            description = "URL of a node's operator's page, such as https://node-a:8443/actuator/parley/console.")
    private List<String> urls = List.of();

    @Option(
            names = "--header",
            paramLabel = "NAME:VALUE",
            description = "HTTP header for each node, such as Authorization; may be repeated.")
    private List<String> headers = List.of();

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "0",
            converter = PortOption.class,
            description = "Port of the page; 0, the default, takes a free one.")
    private int port;

    @Mixin
    private final JsonOption json = new JsonOption();

    /** JSON object that is printed once the page is available. */
    record Running(String url, List<String> nodes) {}

    @Override
    public Integer call() throws IOException {
        CommandSpec command = Objects.requireNonNull(spec);
        Map<String, String> sent = headers(command);
        List<Node> nodes = new ArrayList<>();
        urls.forEach(url -> nodes.add(new RemoteNode(UrlArgument.of(url, command), sent)));
        byte[] secret = new byte[SECRET_BYTES];
        new SecureRandom().nextBytes(secret);
        String path = "/" + HexFormat.of().formatHex(secret) + "/";
        Limits limits = Limits.defaults();
        ConsoleSite site = ConsoleSite.of(path, ConsolePage.of(nodes), ConsoleCommand::admit);
        HttpServer server =
                HttpServer.start(new Address(LOOPBACK, port), limits, Protection.NONE, BodyMemory.of(limits), site);
        Console console = Console.of(command);
        UntilStopped.keep(
                () -> {
                    site.close();
                    server.close();
                },
                () -> announce("http://" + LOOPBACK + ":" + server.address().port() + path, console));
        return ExitCode.OK;
    }

    private void announce(String url, Console console) {
        json.print(console, new Running(url, urls), List.of(url, "Ctrl-C stops"));
    }

    /**
     * Attack: DNS rebinding, by a page whose host name resolves to this machine; it would also have to guess the path.
     */
    private static Optional<String> admit(RequestHead head) {
        String host = head.header("Host");
        String name = host == null ? "" : host.replaceFirst(":\\d+$", "");
        return Set.of(LOOPBACK, "localhost").contains(name) ? Optional.of("the operator") : Optional.empty();
    }

    private Map<String, String> headers(CommandSpec command) {
        Map<String, String> sent = new LinkedHashMap<>();
        for (String header : headers) {
            int colon = header.indexOf(':');
            if (colon < 1) {
                throw new ParameterException(command.commandLine(), "--header: expected NAME:VALUE");
            }
            sent.put(
                    header.substring(0, colon).strip(),
                    header.substring(colon + 1).strip());
        }
        return sent;
    }
}
