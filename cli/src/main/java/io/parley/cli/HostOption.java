package io.parley.cli;

import picocli.CommandLine.Option;

/** Where a command that serves binds its ports. */
final class HostOption {
    @Option(
            names = "--host",
            paramLabel = "NAME",
            defaultValue = "localhost",
            description = "Name or address to bind (default: ${DEFAULT-VALUE}, which keeps others out).")
    private String host = "";

    String host() {
        return host;
    }
}
