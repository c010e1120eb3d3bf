package io.parley.cli;

import io.parley.examples.hosting.ServiceHost;
import jakarta.xml.ws.soap.SOAPBinding;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.apache.cxf.interceptor.Fault;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The {@code proxy} command: lets software that only supports SOAP use a streaming service, or serve streaming clients.
 */
@Command(
        name = "proxy",
        description = {
            "Forwards SOAP from a port to a service, until it is stopped, for tools that support only SOAP.",
            "Accepts plain SOAP and streams to a service that supports it; or the reverse, accepts a stream "
                    + "and sends SOAP to a service that does not.",
            "The path is that of the service; its WSDL is forwarded, with the address of the proxy in it."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:stopped", "1:could not be started", "2:the command line is invalid"})
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

    @Option(names = "--soap12", description = "For a service of SOAP 1.2; by default, SOAP 1.1.")
    private boolean soap12;

    @Mixin
    private final JsonOption json = new JsonOption();

    /** JSON object that is printed once the proxy accepts requests. */
    record Running(String url, String to) {}

    @Override
    public Integer call() throws IOException {
        CommandSpec command = Objects.requireNonNull(spec);
        URI service = UrlArgument.of(to, command);
        check(command);
        Console console = Console.of(command);
        URI at = URI.create("http://" + host.host() + ":" + port + path(service));
        Gateway gateway = opened(at, service);
        UntilStopped.keep(
                gateway::close,
                () -> json.print(
                        console, new Running(at.toString(), to), List.of(at + " -> " + to + "; Ctrl-C stops")));
        return ExitCode.OK;
    }

    private Gateway opened(URI at, URI service) throws IOException {
        try {
            return Gateway.open(at, service, soap12 ? SOAPBinding.SOAP12HTTP_BINDING : SOAPBinding.SOAP11HTTP_BINDING);
        } catch (Fault e) {
            throw new IOException("cannot listen on " + at.getAuthority() + ServiceHost.PORT_IN_USE, e);
        }
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
