package io.parley.cli;

import jakarta.xml.ws.soap.SOAPBinding;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Stands between somebody who speaks only SOAP and a service, or a client, that streams. */
@Command(
        name = "proxy",
        description = {
            "Takes SOAP at a port and has a service answer it, until it is stopped: for tools that speak only SOAP.",
            "Plain SOAP comes in, and a negotiated stream goes out to a service that is capable of it; or the reverse,",
            "a stream comes in and SOAP goes out to a service that is not.",
            "The path is that of the service; its WSDL is passed on, with the address of the proxy in it."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:stopped", "1:could not be started", "2:the command line makes no sense"})
final class ProxyCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private final HostOption host = new HostOption();

    @Option(
            names = "--listen",
            paramLabel = "PORT",
            required = true,
            converter = PortOption.class,
            description = "HTTP port to listen at.")
    private int port;

    @Option(names = "--to", paramLabel = "URL", required = true, description = "Address of the service.")
    private String to = "";

    @Option(names = "--soap12", description = "For a service of SOAP 1.2; otherwise it is one of SOAP 1.1.")
    private boolean soap12;

    @Mixin
    private final JsonOption json = new JsonOption();

    /** The JSON object, which is there once the proxy takes requests. */
    record Running(String url, String to) {}

    @Override
    public Integer call() throws IOException {
        CommandSpec command = Objects.requireNonNull(spec);
        URI service = UrlArgument.of(to, command);
        check(command);
        Console console = Console.of(command);
        URI at = URI.create("http://" + host.host() + ":" + port + path(service));
        Gateway gateway =
                Gateway.open(at, service, soap12 ? SOAPBinding.SOAP12HTTP_BINDING : SOAPBinding.SOAP11HTTP_BINDING);
        UntilStopped.keep(
                gateway::close,
                () -> json.print(
                        console, new Running(at.toString(), to), List.of(at + " -> " + to + "; Ctrl-C stops")));
        return ExitCode.OK;
    }

    private void check(CommandSpec command) {
        if (port < 1) {
            throw new ParameterException(
                    command.commandLine(), "--listen: expected a port from 1 to 65535, found " + port);
        }
    }

    private static String path(URI to) {
        return to.getRawPath() == null || to.getRawPath().isEmpty() ? "/" : to.getRawPath();
    }
}
