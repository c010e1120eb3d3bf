package io.parley.cli;

import java.util.List;
import picocli.CommandLine.Option;

/** The option {@code --json}: the format of a command's output. */
final class JsonOption {
    @Option(names = "--json", description = "Prints one JSON object and nothing else.")
    private boolean json;

    /** Prints the value as a JSON object, or the lines of text. */
    void print(Console console, Object toMachines, List<String> toPeople) {
        if (json) {
            console.json(toMachines);
        } else {
            toPeople.forEach(console::line);
        }
    }

    /** Returns whether JSON is requested. */
    boolean isGiven() {
        return json;
    }
}
