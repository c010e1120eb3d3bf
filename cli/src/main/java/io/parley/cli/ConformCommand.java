package io.parley.cli;

import io.parley.Causes;
import io.parley.conformance.Clients;
import io.parley.conformance.JUnitReport;
import io.parley.conformance.Result;
import io.parley.conformance.Result.Outcome;
import io.parley.conformance.Server;
import io.parley.conformance.ShownCertificate;
import io.parley.conformance.Suite;
import io.parley.conformance.jms.ServedQueue;
import io.parley.transport.jms.BrokerAccess;
import jakarta.jms.ConnectionFactory;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The {@code conform} command: tests an implementation of the protocol. */
@Command(
        name = "conform",
        description = {
            "Tests whether a server, or the clients that call this one, conform to docs/protocol.md.",
            "Each case reports the section, what was expected and what was found. Cases break connections of "
                    + "the server: use a test server, not one in production."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:no case failed",
            "1:a case failed, or the server cannot be reached",
            "2:the command line is invalid"
        })
final class ConformCommand implements Callable<Integer> {
    private static final long MOST_SECONDS = 60;
    private static final String PLACE = "{url}";
    private static final String QUEUE = "jms:queue:";
    private static final int CONNECT_MILLIS = 5_000;

    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(
            arity = "0..1",
            paramLabel = "URL|HOST:PORT",
            description = "A service, at an http, https or jms:queue:NAME URL, or a listener of the stream.")
    private String target = "";

    @Option(
            names = "--broker",
            paramLabel = "URL",
            description = {
                "Artemis broker of the queue jms:queue:NAME, such as tcp://localhost:61616. Without such an "
                        + "address, acts as a service on queues of the broker and tests the clients that call it, each case "
                        + "at its own."
            })
    private String broker = "";

    @Option(
            names = "--listen",
            paramLabel = "PORT",
            description = "Acts as a service and tests the clients that call it, each case at a URL of its own.")
    private @Nullable Integer listen;

    @Option(
            names = "--client",
            paramLabel = "COMMAND",
            description = {
                "Command that is run for each case: makes one call, of any operation, to {url} or its last argument.",
                "Without it, each URL is printed and must be called within 12 seconds."
            })
    private String client = "";

    @Option(
            names = "--wsdl",
            paramLabel = "FILE",
            description = "WSDL that is served to clients; ⟨url⟩ in it is replaced by the address.")
    private @Nullable Path wsdl;

    @Option(
            names = "--tls",
            paramLabel = "FILE",
            description = {
                "With --listen: a PKCS12 key store with the certificate of the URL and of the stream; its "
                        + "password is in PARLEY_PASSWORD. Clients must trust it for localhost."
            })
    private @Nullable Path tls;

    @Option(
            names = "--invitations",
            paramLabel = "FILE",
            description = {
                "For a listener: a line for each session, with token, digest and terms of OPEN in hex.",
                "Without it, only the cases before a session are run."
            })
    private @Nullable Path invitations;

    @Option(
            names = "--only",
            paramLabel = "SECTION",
            description = "Run only a section (9), a row (9.H1) or a case (9.H1/2); may be repeated.")
    private List<String> only = new ArrayList<>();

    @Option(names = "--list", description = "Prints the cases without running them.")
    private boolean list;

    @Option(names = "--junit", paramLabel = "FILE", description = "Writes the results in JUnit's XML format.")
    private @Nullable Path junit;

    @Mixin
    private final JsonOption json = new JsonOption();

    @Override
    public Integer call() throws IOException, InterruptedException {
        CommandSpec command = Objects.requireNonNull(spec);
        Console console = Console.of(command);
        requireOneSide(command);
        List<String> cases = (hasClients() ? Suite.ofClients() : Suite.ofServers())
                .only(only)
                .list();
        if (list) {
            json.print(console, new Listed(cases), cases);
            return ExitCode.OK;
        }
        if (cases.isEmpty()) {
            throw new ParameterException(command.commandLine(), "expected sections that have cases, found " + only);
        }
        List<Result> results = hasClients() ? clients(command, console) : servers(command, console);
        if (junit != null) {
            Files.writeString(junit, JUnitReport.of("parley conform " + target, results));
        }
        return summed(results, console);
    }

    private boolean hasClients() {
        return listen != null || (target.isEmpty() && !broker.isEmpty());
    }

    private void requireOneSide(CommandSpec command) {
        if (!hasClients() && target.isEmpty() && !list) {
            throw new ParameterException(
                    command.commandLine(), "expected a URL, HOST:PORT, --listen PORT or --broker URL");
        }
        if (hasClients() && !broker.isEmpty() && (listen != null || tls != null || wsdl != null)) {
            throw new ParameterException(
                    command.commandLine(), "expected --broker without --listen, --tls and --wsdl, found both");
        }
    }

    private int summed(List<Result> results, Console console) {
        long failed = count(results, Outcome.FAILED);
        long skipped = count(results, Outcome.SKIPPED);
        long passed = results.size() - failed - skipped;
        if (json.isGiven()) {
            console.json(new Conformed(
                    passed,
                    failed,
                    skipped,
                    results.stream()
                            .map(each -> new Conformed.Tried(each.section(), each))
                            .toList()));
        } else {
            console.line(passed + " passed, " + failed + " failed, " + skipped + " skipped");
        }
        return failed == 0 ? ExitCode.OK : ExitCode.FAILED;
    }

    /** JSON object of {@code --list}. */
    record Listed(List<String> cases) {}

    /** JSON object of the results. */
    record Conformed(long passed, long failed, long skipped, List<Conformed.Tried> cases) {
        record Tried(String section, Result result) {}
    }

    private static long count(List<Result> results, Outcome outcome) {
        return results.stream().filter(each -> each.outcome() == outcome).count();
    }

    private List<Result> servers(CommandSpec command, Console console) throws IOException, InterruptedException {
        Server server;
        if (target.startsWith(QUEUE)) {
            server = Server.at(queue(command));
        } else if (target.contains("://")) {
            URI url = UrlArgument.of(target, command);
            try {
                server = Server.at(url);
            } catch (IllegalArgumentException e) {
                throw new ParameterException(command.commandLine(), String.valueOf(e.getMessage()));
            }
            requireListener(url.getHost(), UrlArgument.port(url));
        } else {
            InetSocketAddress address = listener(command);
            requireListener(address.getHostString(), address.getPort());
            server = Server.at(address, invited());
        }
        return Suite.ofServers().only(only).run(server, result -> tell(result, console));
    }

    /** Fails in one line if nothing listens there; otherwise each case would. */
    private static void requireListener(String host, int port) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(host, port), CONNECT_MILLIS);
        } catch (IOException e) {
            throw new IOException(
                    "expected a server at " + host + ":" + port + ", found none: " + Causes.text(e)
                            + "; start it, or correct the address",
                    e);
        }
    }

    private ServedQueue queue(CommandSpec command) {
        if (broker.isEmpty()) {
            throw new ParameterException(
                    command.commandLine(), "expected --broker URL beside the address of a queue, found none");
        }
        return new ServedQueue(broker(command), target.substring(QUEUE.length()));
    }

    private ConnectionFactory broker(CommandSpec command) {
        try {
            return BrokerAccess.byUrl(broker).factory();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(
                    command.commandLine(), "--broker: expected the URL of a broker, found " + broker);
        }
    }

    private InetSocketAddress listener(CommandSpec command) {
        int colon = target.lastIndexOf(':');
        try {
            return new InetSocketAddress(target.substring(0, colon), Integer.parseInt(target.substring(colon + 1)));
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw new ParameterException(command.commandLine(), "expected a URL or HOST:PORT, found " + target);
        }
    }

    private @Nullable Supplier<Server.Invited> invited() throws IOException {
        if (invitations == null) {
            return null;
        }
        Deque<String> lines = new ArrayDeque<>(Files.readAllLines(invitations));
        HexFormat hex = HexFormat.of();
        return () -> {
            String[] words = Objects.requireNonNullElse(lines.poll(), "").split(" ", -1);
            if (words.length < 2) {
                throw new IllegalStateException("expected one more invitation: there are fewer than cases need");
            }
            return new Server.Invited(
                    hex.parseHex(words[0]), hex.parseHex(words[1]), hex.parseHex(words.length > 2 ? words[2] : ""));
        };
    }

    private List<Result> clients(CommandSpec command, Console console) throws IOException, InterruptedException {
        Clients.Caller caller = client.isEmpty() ? url -> console.line("call " + url) : this::run;
        try (Clients clients = clients(command, caller)) {
            return Suite.ofClients().only(only).run(clients, result -> tell(result, console));
        }
    }

    private Clients clients(CommandSpec command, Clients.Caller caller) throws IOException {
        if (listen == null) {
            return Clients.atBroker(broker(command), caller);
        }
        String shown = wsdl == null ? "" : Files.readString(wsdl);
        return tls == null
                ? Clients.listen(listen, shown, caller)
                : Clients.listenByTls(listen, shown, certificate(tls), caller);
    }

    private static ShownCertificate certificate(Path file) throws IOException {
        char[] password =
                Objects.requireNonNullElse(System.getenv("PARLEY_PASSWORD"), "").toCharArray();
        try {
            return ShownCertificate.of(KeyStore.getInstance(file.toFile(), password), password);
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new IOException(file + ": " + e.getMessage(), e);
        }
    }

    private void run(URI url) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(client.strip().split(" +", -1)));
        words.replaceAll(word -> word.replace(PLACE, url.toString()));
        if (!client.contains(PLACE)) {
            words.add(url.toString());
        }
        Process process = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            process.waitFor(MOST_SECONDS, TimeUnit.SECONDS);
        } finally {
            process.destroyForcibly();
        }
    }

    private void tell(Result result, Console console) {
        if (json.isGiven()) {
            return;
        }
        String mark = switch (result.outcome()) {
            case PASSED -> "ok      ";
            case FAILED -> "FAILED  ";
            case SKIPPED -> "skipped ";
        };
        console.line(mark + result.id() + "  " + result.title());
        if (result.outcome() == Outcome.FAILED) {
            console.line("        section " + result.section() + ": expected " + result.expected() + ", found "
                    + result.found());
        } else if (result.outcome() == Outcome.SKIPPED) {
            console.line("        " + result.found());
        }
    }
}
