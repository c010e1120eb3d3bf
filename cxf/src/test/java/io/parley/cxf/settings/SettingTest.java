package io.parley.cxf.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.ConfigurationException;
import io.parley.Limit;
import io.parley.cxf.ParleyFeature;
import io.parley.negotiation.Mode;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that each setting accepts its valid values, and refuses others with an error that names it. */
class SettingTest {
    /** Texts that are invalid for every form of value except free text. */
    private static final List<String> WRONG = List.of(
            "?!", "-1", "0", "70000", "1.5", "64XB", "30s", "64MB", "yes", "allways", "a:b:c", "node:0", "x;y",
            "after-");
    /** Forms that accept any text: hosts, files, secrets, and lists whose items depend on the class path. */
    private static final Set<String> FREE = Set.of("a text", "names, separated by commas");

    static Collection<Setting<?>> settings() {
        return Setting.all();
    }

    @ParameterizedTest
    @MethodSource("settings")
    void aWrongValueIsRefusedByNameAndSaysWhatToWrite(Setting<?> setting) {
        List<String> refused = WRONG.stream()
                .filter(text -> setting.form().read(text).isEmpty())
                .toList();

        assertThat(refused.isEmpty()).isEqualTo(FREE.contains(setting.form().expected()));
        for (String text : refused) {
            assertThatThrownBy(() -> new ParleyFeature().set(setting.name(), text))
                    .isInstanceOf(ConfigurationException.class)
                    .hasMessageStartingWith(
                            setting.name() + ": expected " + setting.form().expected() + ", found ")
                    .hasMessageContaining("found " + text + " at a feature; write ")
                    .hasMessageContaining(setting.name() + "=");
        }
    }

    @ParameterizedTest
    @MethodSource("settings")
    void examplesAndWordsCanBeUsedAndAreReadTheSameAgain(Setting<?> setting) {
        assertThat(setting.form().read(setting.form().example())).isPresent();
        assertThat(setting.form().words())
                .allSatisfy(word -> assertThat(setting.form().read(word)).isPresent());
        assertThat(setting.meaning()).endsWith(".").doesNotContain("|", "`");
        setting.initial().ifPresent(value -> {
            Object read = setting.read(value, () -> "");
            assertThat(read).isEqualTo(value);
        });
    }

    @ParameterizedTest
    @MethodSource("settings")
    void aNameWithALetterTooManyIsRefusedWithTheRightOne(Setting<?> setting) {
        String misspelt = setting.name() + setting.name().charAt(setting.name().length() - 1);

        assertThatThrownBy(
                        () -> new ParleyFeature().set(misspelt, setting.form().example()))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage(misspelt + ": expected the name of a setting, found another at a feature; write "
                        + setting.name());
    }

    @Test
    void theListHasEveryConstant() throws Exception {
        for (Field field : Setting.class.getFields()) {
            assertThat(Setting.all()).contains((Setting<?>) field.get(null));
        }
        Stream<String> limits = Stream.of(Limit.values()).map(Limit::setting);
        Stream<String> names = Stream.of(Settings.class.getFields()).map(SettingTest::name);
        assertThat(Setting.all().stream().map(Setting::name))
                .containsExactlyInAnyOrderElementsOf(
                        Stream.concat(names, limits).collect(Collectors.toList()));
    }

    @Test
    void valuesMayBeObjectsOfTheirTypes() {
        assertThat(Setting.MODE.read(Mode.ALWAYS, () -> "")).isEqualTo(Mode.ALWAYS);
        assertThat(Setting.CHANNELS.read(List.of("http", "jms"), () -> "")).containsExactly("http", "jms");
        assertThat(Setting.PORT.read(9443L, () -> "")).isEqualTo(9443);
        assertThat(Setting.of(Limit.STALL_MILLIS).read(Duration.ofSeconds(30), () -> ""))
                .isEqualTo(30_000);
        assertThat(new ParleyFeature().set(Setting.MODE, Mode.NEVER).set(Setting.CHANNELS, List.of("http")))
                .isNotNull();
    }

    @Test
    void plainNumbersKeepTheirMeaningAndUnitsAreReckoned() {
        Map<String, Long> sizes =
                Map.of("67108864", 64L << 20, "64MB", 64L << 20, "64 mb", 64L << 20, "1GiB", 1L << 30);
        sizes.forEach((text, bytes) ->
                assertThat(Setting.of(Limit.MESSAGE_BYTES).read(text, () -> "")).isEqualTo(bytes));
        Map<String, Long> times = Map.of("30000", 30_000L, "30s", 30_000L, "PT30S", 30_000L, "2m", 120_000L);
        times.forEach((text, millis) ->
                assertThat(Setting.of(Limit.STALL_MILLIS).read(text, () -> "")).isEqualTo(millis));
        assertThat(Setting.of(Limit.CONTEXT_SECONDS).read("1d", () -> "")).isEqualTo(86_400);
    }

    @Test
    void ofSecretsAndStoresNothingIsShown() {
        assertThat(Setting.KEY_STORE_PASSWORD.shown("hush")).doesNotContain("hush");
        assertThat(Setting.CONTEXT_STORE.shown("postgresql://me:hush@host/db")).isEqualTo("postgresql:…");
        assertThatThrownBy(() -> new ParleyFeature().set(Settings.CONTEXT_STORE, "postgres://me:hush@host/db"))
                .hasMessageContaining("found postgres ")
                .message()
                .doesNotContain("hush");
    }

    private static String name(Field field) {
        try {
            return String.valueOf(field.get(null));
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }
}
