package io.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the metadata by which a native image includes classes and files that are looked up by name. */
class NativeMetadataTest {
    private static final ClassLoader LOADER = NativeMetadataTest.class.getClassLoader();

    @ParameterizedTest
    @ValueSource(strings = {"data", "core", "transport-stream", "cxf"})
    void everyProviderIsInItAndEverythingInItIsThere(String module) throws Exception {
        Path resources = Path.of("..", module, "src/main/resources");
        JsonNode metadata = new ObjectMapper()
                .readTree(resources
                        .resolve("META-INF/native-image/io.parley/parley-" + module + "/reachability-metadata.json")
                        .toFile());
        List<String> types = texts(metadata.get("reflection"), "type");
        List<String> files = texts(metadata.get("resources"), "glob");

        assertThat(types).containsAll(providers(resources));
        for (String type : types) {
            assertThat(Class.forName(type, false, LOADER)).isNotNull();
        }
        assertThat(files)
                .allSatisfy(
                        file -> assertThat(LOADER.getResource(file)).as(file).isNotNull());
    }

    private static List<String> providers(Path resources) throws IOException {
        List<String> names = new ArrayList<>();
        try (Stream<Path> services = Files.list(resources.resolve("META-INF/services"))) {
            for (Path service : services.toList()) {
                names.addAll(Files.readAllLines(service));
            }
        }
        names.removeIf(String::isBlank);
        return names;
    }

    private static List<String> texts(JsonNode list, String field) {
        List<String> texts = new ArrayList<>();
        list.forEach(each -> texts.add(each.get(field).asText()));
        return texts;
    }
}
