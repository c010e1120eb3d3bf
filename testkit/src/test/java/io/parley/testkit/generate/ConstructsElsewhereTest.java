package io.parley.testkit.generate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Tests that constructs without a generator (those of services, and binaries that are more than bytes) are covered by
 * separate tests.
 */
class ConstructsElsewhereTest {
    private static final String TESTS = "elsewhere.properties";

    @Test
    void everyConstructThatIsNotGeneratedHasATest() throws IOException {
        Properties tests = new Properties();
        try (InputStream in = Objects.requireNonNull(ConstructsElsewhereTest.class.getResourceAsStream(TESTS), TESTS)) {
            tests.load(in);
        }
        assertThat(tests.stringPropertyNames())
                .isEqualTo(Stream.of(Construct.values())
                        .filter(each -> each.origin() == Construct.Origin.ELSEWHERE)
                        .map(Enum::name)
                        .collect(Collectors.toSet()));
        for (String construct : tests.stringPropertyNames()) {
            String[] test = tests.getProperty(construct).split(" ", 3);
            System.out.println(
                    Construct.valueOf(construct).group() + ": " + construct + " by " + test[1] + "." + test[2]);
            assertThat(isTest(source(test[0], test[1]), test[2]))
                    .as("%s: expected a test %s in %s", construct, test[2], test[1])
                    .isTrue();
        }
    }

    private static List<String> source(String module, String type) throws IOException {
        return Files.readAllLines(Path.of("..", module, "src/test/java", type.replace('.', '/') + ".java"));
    }

    /** Returns whether the method is declared with an annotation that makes it a test. */
    private static boolean isTest(List<String> source, String method) {
        boolean found = false;
        boolean runs = false;
        for (String line : source) {
            String text = line.strip();
            if (text.startsWith("@")) {
                runs |= text.startsWith("@Test") || text.startsWith("@ParameterizedTest");
            } else {
                found |= runs && text.contains("void " + method + "(");
                runs = false;
            }
        }
        return found;
    }
}
