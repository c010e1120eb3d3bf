package io.parley.examples.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.Limits;
import io.parley.examples.contracts.ContractException;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests the contracts of CXF's own tests. A build takes some of each kind and few of their operations; {@code
 * -Pcampaign -Dparley.compare.contracts=all} takes all.
 */
class ContractsOfOthersTest {
    private static final boolean ALL = "all".equals(System.getProperty("parley.compare.contracts"));
    private static final int CALLS = Integer.getInteger("parley.compare.calls", 3);
    private static final List<String> SOME =
            List.of("header_rpc_lit.wsdl", "any.wsdl", "cardealer.wsdl", "mtom_xop.wsdl", "schema_validation.wsdl");
    private static final int SOME_OPERATIONS = 6;

    /** Operations that cannot be compared, with the reason. */
    private static final Map<String, String> NOT_COMPARED = Map.of(
            // The generated XML values have no attachments to refer to.
            "SwAServiceHttpPort/echoDataRef", "fails by plain SOAP too",
            // Some of its many calls return a fault that CXF itself cannot write.
            "SoapPort/testDocLitFault", "fails by plain SOAP too");

    /** Reasons for which no service can be made of a contract. */
    private static final List<String> REFUSED = List.of(
            "expected a service with a port of SOAP in the WSDL, found none",
            // These documents can only be found with a catalog.
            "expected a document of the contract at ",
            "expected imports from where the WSDL is");

    @TempDir
    private static Path folder;

    @BeforeAll
    static void unpack() throws IOException, URISyntaxException {
        URL one = Objects.requireNonNull(ContractsOfOthersTest.class.getResource("/wsdl/hello_world.wsdl"));
        try (FileSystem jar = FileSystems.newFileSystem(one.toURI(), Map.of());
                Stream<Path> files = Files.walk(jar.getPath("/wsdl"))) {
            for (Path each : files.toList()) {
                Path copy = folder.resolve(each.toString().substring(1));
                if (Files.isDirectory(each)) {
                    Files.createDirectories(copy);
                } else {
                    Files.copy(each, copy);
                }
            }
        }
    }

    @Test
    void everyOperationIsByTheStreamAsItIsByPlainSoap() throws Exception {
        List<String> unlike = new ArrayList<>();
        long compared = 0;
        long parts = 0;
        long typed = 0;
        for (Path contract : contracts()) {
            ComparisonReport report;
            try {
                report = ContractComparison.run(
                        new ComparisonSettings(
                                contract.toString(),
                                ALL ? Integer.MAX_VALUE : SOME_OPERATIONS,
                                CALLS,
                                1,
                                "stream",
                                Limits.defaults()),
                        Contracts.nobody());
            } catch (ContractException e) {
                if (REFUSED.stream()
                        .noneMatch(reason -> String.valueOf(e.getMessage()).contains(reason))) {
                    unlike.add(contract + ": " + e.getMessage());
                }
                continue;
            }
            Contracts.unlike(report).stream()
                    .filter(line -> NOT_COMPARED.entrySet().stream()
                            .noneMatch(known -> line.contains(known.getKey()) && line.contains(known.getValue())))
                    .forEach(line -> unlike.add(contract.getFileName() + ": " + line));
            compared +=
                    report.operations().stream().filter(OperationResult::equal).count();
            for (OperationResult result : report.operations()) {
                parts += result.parts().size();
                typed += result.parts().stream()
                        .filter(OperationResult.Travel::typed)
                        .count();
                result.parts().stream()
                        .filter(part -> !part.typed())
                        .forEach(part -> System.out.println("as infoset: " + contract.getFileName() + " "
                                + result.operation() + "/" + part.direction() + ": " + part.reason()));
                if (result.parts().stream().allMatch(OperationResult.Travel::typed) && result.infosetParts() > 0) {
                    System.out.println("written as infoset: " + contract.getFileName() + " " + result.operation() + " "
                            + result.infosetParts());
                }
            }
        }

        System.out.println(compared + " operations are equal; " + typed + " of " + parts + " parts are typed");
        assertThat(unlike).isEmpty();
        assertThat(compared).isGreaterThanOrEqualTo(ALL ? 400 : 15);
        assertThat(typed * 100 / parts).as("percent of parts that are typed").isGreaterThanOrEqualTo(80);
    }

    private static List<Path> contracts() throws IOException {
        if (!ALL) {
            return SOME.stream()
                    .map(name -> folder.resolve("wsdl").resolve(name))
                    .toList();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".wsdl"))
                    .sorted(Comparator.naturalOrder())
                    .toList();
        }
    }
}
