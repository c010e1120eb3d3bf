package io.parley.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.cxf.settings.Setting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Tests the editor metadata of the properties, which is generated from {@link Setting}: {@code mvn -q -pl
 * spring-boot-starter -am test -Dtest=MetadataTest -Dsurefire.failIfNoSpecifiedTests=false -Dparley.pages=write}
 * rewrites the file.
 */
class MetadataTest {
    private static final Path FILE = Path.of("src/main/resources/META-INF/spring-configuration-metadata.json");
    private static final JsonMapper JSON = JsonMapper.shared();

    @Test
    void theMetadataIsThatOfTheSettings() throws IOException {
        ObjectNode metadata = JSON.createObjectNode();
        ArrayNode groups = metadata.putArray("groups");
        groups.add(JSON.createObjectNode().put("name", "parley"));
        groups.add(JSON.createObjectNode().put("name", "parley.limits"));
        ArrayNode properties = metadata.putArray("properties");
        ArrayNode hints = metadata.putArray("hints");
        for (Setting<?> setting : Setting.all()) {
            properties.add(property(setting));
            List<String> words = setting.form().words();
            if (!words.isEmpty() && !setting.form().javaType().endsWith("Boolean")) {
                ArrayNode values = hints.addObject().put("name", setting.name()).putArray("values");
                words.forEach(word -> values.addObject().put("value", word));
            }
        }
        String expected = JSON.writerWithDefaultPrettyPrinter().writeValueAsString(metadata) + "\n";
        if ("write".equals(System.getProperty("parley.pages"))) {
            Files.writeString(FILE, expected);
        }
        assertThat(FILE).hasContent(expected);
    }

    @Test
    void everyTypeIsOneThatEditorsCanLoad() throws Exception {
        List<String> types = new ArrayList<>();
        JSON.readTree(Files.readString(FILE))
                .get("properties")
                .forEach(property -> types.add(property.get("type").asString().replaceAll("<.*>", "")));
        assertThat(types).hasSameSizeAs(Setting.all());
        for (String type : types) {
            assertThat(Class.forName(type)).isNotNull();
        }
    }

    private static JsonNode property(Setting<?> setting) {
        ObjectNode property = JSON.createObjectNode().put("name", setting.name());
        String type = setting.form().javaType();
        Object initial = setting.initial().orElse(null);
        // A share of the JVM's memory differs at each start.
        boolean fixed = initial != null && !setting.initialText().isEmpty() && !isShareOfMemory(setting, initial);
        property.put("type", type);
        property.put("description", fixed ? setting.meaning() : setting.meaning() + " " + unset(setting));
        if (fixed) {
            putDefault(property, type, Objects.requireNonNull(initial), setting);
        }
        return property;
    }

    private static boolean isShareOfMemory(Setting<?> setting, Object initial) {
        return initial instanceof Long number
                && !setting.initialText().replace(",", "").equals(number.toString());
    }

    private static String unset(Setting<?> setting) {
        return setting.initialText().isEmpty() ? "Unless set, none." : "Unless set, " + setting.initialText() + ".";
    }

    private static void putDefault(ObjectNode property, String type, Object initial, Setting<?> setting) {
        if (initial instanceof Boolean flag) {
            property.put("defaultValue", flag);
        } else if (type.startsWith("java.util.List")) {
            ArrayNode items = property.putArray("defaultValue");
            List.of(setting.initialText().split(",")).forEach(items::add);
        } else if (initial instanceof Number number && type.startsWith("java.lang.")) {
            property.put("defaultValue", number.longValue());
        } else if (initial instanceof Number) {
            property.put("defaultValue", initial + suffix(setting.form().type()));
        } else {
            property.put("defaultValue", setting.initialText());
        }
    }

    private static String suffix(String unit) {
        return switch (unit) {
            case "bytes" -> "B";
            case "milliseconds" -> "ms";
            default -> "s";
        };
    }
}
