package io.parley.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.Limit;
import io.parley.cxf.ParleyFeature;
import io.parley.cxf.control.Settings;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What editors know of the properties is what there is. */
class MetadataTest {
    @Test
    void everySettingIsDescribedAndNothingElse() {
        List<String> expected = new ArrayList<>(Settings.names());
        expected.add(ParleyFeature.ENABLED);
        List<String> described = new ArrayList<>();
        properties().forEach(property -> {
            described.add(property.get("name").asString());
            assertThat(property.get("description").asString()).endsWith(".");
            assertThat(property.get("type").asString()).startsWith("java.");
        });
        assertThat(described).containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void limitsHaveTheDefaultsThatTheyHave() {
        for (Limit limit : Limit.values()) {
            assertThat(properties())
                    .filteredOn(property -> property.get("name").asString().equals(limit.setting()))
                    .singleElement()
                    .satisfies(property -> assertDefault(property, limit));
        }
    }

    /** One that depends on the JVM's memory is described instead. */
    private static void assertDefault(JsonNode property, Limit limit) {
        if (limit.isShareOfMemory()) {
            assertThat(property.has("defaultValue")).isFalse();
            assertThat(property.get("description").asString()).contains("unless set, " + limit.initialText());
        } else {
            assertThat(property.get("defaultValue").asLong()).isEqualTo(limit.initial());
        }
    }

    private static List<JsonNode> properties() {
        try (InputStream file =
                MetadataTest.class.getResourceAsStream("/META-INF/spring-configuration-metadata.json")) {
            List<JsonNode> properties = new ArrayList<>();
            JsonMapper.shared().readTree(file).get("properties").forEach(properties::add);
            return properties;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
