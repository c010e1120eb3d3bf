package io.parley.cli;

import java.net.URI;
import java.net.URISyntaxException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Parses addresses of services on the command line. */
final class UrlArgument {
    private UrlArgument() {}

    /**
     * Parses an address.
     *
     * @throws ParameterException if it is not an http or https URL with a host
     */
    static URI of(String text, CommandSpec command) {
        try {
            URI url = new URI(text);
            boolean isHttp = "http".equalsIgnoreCase(url.getScheme()) || "https".equalsIgnoreCase(url.getScheme());
            if (isHttp && url.getHost() != null && url.getPort() <= PortOption.HIGHEST) {
                return url;
            }
        } catch (URISyntaxException e) {
            // Refused below, as is one with another scheme.
        }
        throw new ParameterException(command.commandLine(), "expected an http or https address, found " + text);
    }
}
