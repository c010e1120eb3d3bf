package io.parley.cli;

import picocli.CommandLine.Option;

/** The form of what a command prints. */
final class JsonOption {
    @Option(names = "--json", description = "One JSON object and nothing else.")
    private boolean json;

    /** Returns whether it is one for machines. */
    boolean isGiven() {
        return json;
    }
}
