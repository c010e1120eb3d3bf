package io.parley.cli;

import java.util.List;
import picocli.CommandLine.Option;

/** The form of what a command prints. */
final class JsonOption {
    @Option(names = "--json", description = "One JSON object and nothing else.")
    private boolean json;

    /** Prints the JSON object of a value, or the lines for people. */
    void print(Console console, Object toMachines, List<String> toPeople) {
        if (json) {
            console.json(toMachines);
        } else {
            toPeople.forEach(console::line);
        }
    }

    /** Returns whether it is one for machines. */
    boolean isGiven() {
        return json;
    }
}
