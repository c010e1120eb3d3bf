package io.parley.cli;

import jakarta.xml.ws.soap.SOAPBinding;
import java.io.IOException;
import java.net.URI;
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

    @Option(names = "--listen", paramLabel = "PORT", required = true, description = "HTTP port to listen at.")
    private int port;

    @Option(names = "--to", paramLabel = "URL", required = true, description = "Address of the service.")
    private URI to = URI.create("");

    @Option(names = "--soap12", description = "For a service of SOAP 1.2; otherwise it is one of SOAP 1.1.")
    private boolean soap12;

    @Override
    public Integer call() throws IOException {
        CommandSpec command = Objects.requireNonNull(spec);
        check(command);
        Console console = Console.of(command);
        URI at = URI.create("http://" + host.host() + ":" + port + path());
        Gateway gateway =
                Gateway.open(at, to, soap12 ? SOAPBinding.SOAP12HTTP_BINDING : SOAPBinding.SOAP11HTTP_BINDING);
        UntilStopped.keep(gateway::close, () -> console.line(at + " -> " + to + "; Ctrl-C stops"));
        return ExitCode.OK;
    }

    private void check(CommandSpec command) {
        String scheme = to.getScheme();
        if (to.getHost() == null || !("http".equals(scheme) || "https".equals(scheme))) {
            throw new ParameterException(command.commandLine(), "--to: expected an http or https address, found " + to);
        }
        if (port < 1 || port > 65_535) {
            throw new ParameterException(
                    command.commandLine(), "--listen: expected a port from 1 to 65535, found " + port);
        }
    }

    private String path() {
        return to.getRawPath() == null || to.getRawPath().isEmpty() ? "/" : to.getRawPath();
    }
}
