package io.parley.cli;

import java.net.URI;
import java.net.URISyntaxException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Parses addresses of services on the command line. */
final class UrlArgument {
    private static final int HTTP_PORT = 80;
    private static final int HTTPS_PORT = 443;

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

    /** Returns whether requests to an address use TLS. */
    static boolean isSecure(URI url) {
        return "https".equalsIgnoreCase(url.getScheme());
    }

    /** Returns the port of an address, which may be that of its scheme. */
    static int port(URI url) {
        return url.getPort() >= 0 ? url.getPort() : isSecure(url) ? HTTPS_PORT : HTTP_PORT;
    }
}
