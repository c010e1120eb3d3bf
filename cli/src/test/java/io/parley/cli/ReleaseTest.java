package io.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests the contents of a release, and the input that its script rejects. {@code ./release --dry-run VERSION} tries a
 * whole release, which takes minutes.
 */
class ReleaseTest {
    private static final Path HOME = Path.of("..").toAbsolutePath().normalize();
    /** Modules on which no application depends. */
    private static final Pattern TOOLS = Pattern.compile("bom|cli|bench|examples.*|stacks/.*|systests");

    @Test
    void theBillOfMaterialsNamesEachModuleThatApplicationsDependOn() throws IOException {
        Set<String> modules = new TreeSet<>();
        for (String module : all(Files.readString(HOME.resolve("pom.xml")), "<module>(.*)</module>")) {
            if (!TOOLS.matcher(module).matches()) {
                modules.add("parley-" + module);
            }
        }

        String bom = Files.readString(HOME.resolve("bom/pom.xml"));
        assertThat(all(bom.substring(bom.indexOf("<dependencyManagement>")), "<artifactId>(parley-.*)</artifactId>"))
                .containsExactlyElementsOf(modules);
    }

    @Test
    void theBillOfMaterialsHasTheVersionOfTheBuild() throws IOException {
        assertThat(List.of(
                        "bom",
                        "examples/outside",
                        "examples/camel",
                        "examples/osgi",
                        "examples/quarkus",
                        "examples/war"))
                .allSatisfy(project -> assertThat(version(project + "/pom.xml")).isEqualTo(version("pom.xml")));
    }

    @DisabledOnOs(OS.WINDOWS)
    @ParameterizedTest
    @ValueSource(strings = {"", "1", "0.1.0-SNAPSHOT", "0.1.0/../../x"})
    void theScriptRefusesWhatIsNoVersion(String version) throws Exception {
        Process script = new ProcessBuilder("bash", HOME.resolve("release").toString(), "--dry-run", version)
                .redirectErrorStream(true)
                .start();

        assertThat(new String(script.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .contains("expected a version");
        assertThat(script.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(script.exitValue()).isEqualTo(2);
    }

    /** Returns the first version of Parley in a pom: its own, its parent's or a property. */
    private static String version(String pom) throws IOException {
        return all(Files.readString(HOME.resolve(pom)), "<(?:parley\\.)?version>(0\\..*)</(?:parley\\.)?version>")
                .get(0);
    }

    private static List<String> all(String text, String expression) {
        List<String> found = new ArrayList<>();
        Matcher matcher = Pattern.compile(expression).matcher(text);
        while (matcher.find()) {
            found.add(matcher.group(1));
        }
        return found;
    }
}
