package io.parley.cxf.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.Limit;
import io.parley.negotiation.FallbackReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests that messages which name a setting to change name an existing one. */
class NamedSettingsTest {
    private static final Pattern SETTING = Pattern.compile("parley\\.[a-z]+(?:[.-][a-z]+)*");
    private static final Pattern LIMIT = Pattern.compile("parley\\.limits\\.[a-z]+(?:-[a-z]+)*");

    /** An example of a name that is refused. */
    private static final String MISSPELT = "parley.limits.mesage-bytes";

    private static final Path DOCS = Path.of("..", "docs");

    private static Set<String> settings() {
        return Setting.all().stream().map(Setting::name).collect(Collectors.toSet());
    }

    private static Stream<String> named(Pattern form, String text) {
        return form.matcher(text).results().map(MatchResult::group);
    }

    @Test
    void reasonsAndSettingsNameSettings() {
        Stream<String> texts = Stream.of(
                        Stream.of(FallbackReason.values()).map(FallbackReason::fix),
                        Stream.of(FallbackReason.values()).map(FallbackReason::sentence),
                        Stream.of(Limit.values()).map(Limit::meaning),
                        Setting.all().stream().map(Setting::meaning))
                .flatMap(each -> each);

        Set<String> names = texts.flatMap(text -> named(SETTING, text)).collect(Collectors.toSet());

        assertThat(names).contains(Settings.ALLOWED_HOSTS, Limit.CONNECT_MILLIS.setting());
        assertThat(settings()).containsAll(names);
    }

    @Test
    void pagesNameLimits() throws IOException {
        Set<String> unknown = new TreeSet<>();
        try (Stream<Path> files = Files.walk(DOCS)) {
            for (Path page :
                    files.filter(file -> file.toString().endsWith(".md")).toList()) {
                named(LIMIT, Files.readString(page)).forEach(unknown::add);
            }
        }
        assertThat(unknown).contains(Limit.DEPTH.setting());

        unknown.removeAll(settings());

        assertThat(unknown).isSubsetOf(MISSPELT);
    }
}
