package io.parley;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.cxf.settings.Setting;
import io.parley.cxf.settings.Settings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Tests that some test sets each setting, by its name or by a constant; a name that is only mentioned does not count.
 * {@code ExtremeSettingsTest} sets each limit.
 */
class TestedSettingsTest {
    private static final Path ROOT = Path.of("..");

    private static List<String> sources;

    @BeforeAll
    static void read() throws IOException {
        try (Stream<Path> files = Files.walk(ROOT)) {
            sources = files.filter(file -> file.toString().matches(".*/src/test/java/.*\\.java"))
                    .map(TestedSettingsTest::text)
                    .toList();
        }
    }

    @Test
    void someTestSetsEachSetting() throws Exception {
        assertThat(settings()).hasSizeGreaterThanOrEqualTo(30);

        assertThat(neverSet(settings()))
                .as("settings that no test sets: each needs a test that sets it and observes its effect")
                .isEmpty();
    }

    @Test
    void aSettingThatIsOnlyMentionedIsFound() {
        Map<String, String> settings = Map.of("parley.made-up", "Setting\\.MADE_UP", "parley.mode", "Setting\\.MODE");

        assertThat(neverSet(settings)).containsExactly("parley.made-up");
    }

    private static List<String> neverSet(Map<String, String> settings) {
        return settings.entrySet().stream()
                .filter(setting -> {
                    Pattern set = Pattern.compile("\\b(?:set|setProperty|put)\\(\\s*(?:\""
                            + Pattern.quote(setting.getKey()) + "\"|" + setting.getValue() + ")\\s*,");
                    return sources.stream()
                            .noneMatch(source -> set.matcher(source).find());
                })
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Returns the constants of each setting as a pattern, by its name. */
    private static Map<String, String> settings() throws IllegalAccessException {
        Map<String, String> names = constants(Settings.class);
        Map<String, String> settings = new TreeMap<>();
        constants(Setting.class)
                .forEach((constant, name) -> settings.put(
                        name,
                        names.entrySet().stream()
                                .filter(known -> known.getValue().equals(name))
                                .map(known -> "Settings\\." + known.getKey())
                                .collect(Collectors.joining("|", "Setting\\." + constant + "|", ""))));
        return settings;
    }

    private static Map<String, String> constants(Class<?> type) throws IllegalAccessException {
        Map<String, String> constants = new TreeMap<>();
        for (Field field : type.getFields()) {
            constants.put(
                    field.getName(), Objects.requireNonNull(field.get(null)).toString());
        }
        return constants;
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
