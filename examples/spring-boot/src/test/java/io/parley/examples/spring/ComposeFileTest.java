package io.parley.examples.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** Tests the container files of the operations folder, as far as possible without an engine that runs them. */
class ComposeFileTest {
    private static final Path OPERATIONS =
            Path.of("..", "..", "operations").toAbsolutePath().normalize();

    private Map<String, Object> file = Map.of();

    @BeforeEach
    void read() throws Exception {
        file = map(new Yaml(new SafeConstructor(new LoaderOptions()))
                .load(Files.readString(OPERATIONS.resolve("compose.yaml"))));
    }

    @Test
    void everyPartIsThereAndWaitsForPartsThatAreThere() {
        Map<String, Object> services = map(file.get("services"));

        assertThat(services)
                .containsOnlyKeys("service", "client", "broker", "database", "prometheus", "grafana")
                .allSatisfy((name, service) -> {
                    assertThat(map(service)).as(name).containsKey("image");
                    assertThat(services.keySet())
                            .as(name)
                            .containsAll(strings(map(service).getOrDefault("depends_on", List.of())));
                });
        assertThat(map(map(services.get("service")).get("build")).get("dockerfile"))
                .isEqualTo("operations/Containerfile");
    }

    @Test
    void everyFileThatIsMountedIsThereAndEveryVolumeIsDeclared() {
        map(file.get("services"))
                .forEach((name, service) -> strings(map(service).getOrDefault("volumes", List.of()))
                        .forEach(volume -> {
                            String from = volume.substring(0, volume.indexOf(':'));
                            if (from.startsWith(".")) {
                                assertThat(OPERATIONS.resolve(from)).as(name).exists();
                                assertThat(volume).as("is read alone").endsWith(":ro");
                            } else {
                                assertThat(map(file.get("volumes"))).as(name).containsKey(from);
                            }
                        }));
    }

    @Test
    void portsAreThoseOfThisMachineAloneAndNoPasswordStandsInTheFile() throws Exception {
        map(file.get("services"))
                .forEach((name, service) -> assertThat(strings(map(service).getOrDefault("ports", List.of())))
                        .as(name)
                        .allMatch(port -> port.startsWith("127.0.0.1:")));
        assertThat(Files.readAllLines(OPERATIONS.resolve("compose.yaml")))
                .filteredOn(line -> line.contains("PASSWORD:"))
                .singleElement()
                .asString()
                .contains("${PARLEY_DATABASE_PASSWORD:?");
    }

    @Test
    void theImageRunsAsAUserWithoutRights() throws Exception {
        List<String> lines = Files.readAllLines(OPERATIONS.resolve("Containerfile"));

        assertThat(lines).filteredOn(line -> line.startsWith("USER ")).containsExactly("USER 65532:65532");
        assertThat(lines.indexOf("USER 65532:65532"))
                .as("before what runs")
                .isLessThan(lines.indexOf("CMD [\"--help\"]"));
    }

    @Test
    void theImageHasNoShell() throws Exception {
        List<String> lines = Files.readAllLines(OPERATIONS.resolve("Containerfile"));
        int last = lines.lastIndexOf("FROM gcr.io/distroless/java17-debian12:nonroot");

        assertThat(lines.subList(last, lines.size()))
                .as("what is in the image")
                .noneMatch(line -> line.startsWith("RUN"))
                .filteredOn(line -> line.startsWith("FROM"))
                .hasSize(1);
    }

    @Test
    void composeItselfTakesTheFile() throws Exception {
        String docker = Programs.find("docker", "docker.io").toString();
        if (!Programs.output(docker, "compose", "version").contains("Compose version")) {
            String why = "docker has no plugin compose on this machine";
            System.out.println("Skipped: " + why);
            Assumptions.abort(why);
        }

        assertThat(Programs.output(
                                docker,
                                "compose",
                                "-f",
                                OPERATIONS.resolve("compose.yaml").toString(),
                                "config",
                                "--services")
                        .lines())
                .containsExactlyInAnyOrder("service", "client", "broker", "database", "prometheus", "grafana");
    }

    @SuppressWarnings("unchecked") // the YAML mappings have string keys
    private static Map<String, Object> map(Object value) {
        return value == null ? Map.of() : (Map<String, Object>) value;
    }

    private static List<String> strings(Object value) {
        return ((List<?>) value).stream().map(String::valueOf).toList();
    }
}
