package io.parley.cli;

import java.net.URI;
import java.net.URISyntaxException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Addresses of services on the command line. */
final class UrlArgument {
    private UrlArgument() {}

    /** Reads one; anything but an http or https address with a host is an error of the caller. */
    static URI of(String text, CommandSpec command) {
        try {
            URI url = new URI(text);
            boolean isHttp = "http".equalsIgnoreCase(url.getScheme()) || "https".equalsIgnoreCase(url.getScheme());
            if (isHttp && url.getHost() != null && url.getPort() <= PortOption.HIGHEST) {
                return url;
            }
        } catch (URISyntaxException e) {
            // Refused below, as one of another scheme is.
        }
        throw new ParameterException(command.commandLine(), "expected an http or https address, found " + text);
    }
}
