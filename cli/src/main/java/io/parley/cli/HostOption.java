package io.parley.cli;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The address at which a serving command binds its ports. */
final class HostOption {
    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec spec;

    @Option(
            names = "--host",
            paramLabel = "NAME",
            defaultValue = "localhost",
            description = "Name or address to bind (default: ${DEFAULT-VALUE}, unreachable from other machines).")
    private String host = "";

    /**
     * Returns the host.
     *
     * @throws ParameterException if it cannot be resolved
     */
    String host() {
        if (host.isBlank()) {
            throw unusable(null);
        }
        try {
            InetAddress.getByName(host);
        } catch (UnknownHostException e) {
            throw unusable(e);
        }
        return host;
    }

    private ParameterException unusable(@Nullable UnknownHostException cause) {
        return new ParameterException(
                Objects.requireNonNull(spec).commandLine(),
                "--host: expected a name or address of this machine, found "
                        + (cause == null ? "none" : host + ", which no address is known for"),
                cause);
    }
}
