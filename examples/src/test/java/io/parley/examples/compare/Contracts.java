package io.parley.examples.compare;

import io.parley.Limits;
import io.parley.examples.contracts.ContractException;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The contracts of the tests, and comparisons of them. */
final class Contracts {
    private Contracts() {}

    /** Returns a contract of the test resources. */
    static Path file(String name) {
        try {
            return Path.of(Objects.requireNonNull(Contracts.class.getResource("/contracts/" + name + ".wsdl"))
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    static ComparisonReport compare(Path wsdl, int calls, long seed, String channel)
            throws ContractException, IOException, InterruptedException {
        return ContractComparison.run(
                new ComparisonSettings(wsdl.toString(), 100, calls, seed, channel, Limits.defaults()), new Nobody());
    }

    /** Returns a line for each operation that differs from plain SOAP. */
    static List<String> unlike(ComparisonReport report) {
        List<String> lines = new ArrayList<>();
        for (OperationResult result : report.operations()) {
            String name = "seed " + report.seed() + ", " + result.port() + "/" + result.operation() + ": ";
            result.unlike()
                    .ifPresent(
                            unlike -> lines.add(name + "call " + unlike.call() + " (" + unlike.calls() + " in all) by "
                                    + unlike.way() + ": " + unlike.difference().text() + "; expected "
                                    + unlike.difference().expected() + ", found "
                                    + unlike.difference().found()));
            if (!result.obstacle().isEmpty()) {
                lines.add(name + result.obstacle());
            }
        }
        return lines;
    }

    static ComparisonListener nobody() {
        return new Nobody();
    }

    /** A listener without effect. */
    private static final class Nobody implements ComparisonListener {
        @Override
        public void begin(String port, int calls) {}

        @Override
        public void step() {}

        @Override
        public void compared(OperationResult result) {}

        @Override
        public void end() {}
    }
}
