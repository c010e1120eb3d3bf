package io.parley.store.infinispan;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GenerationsTest {
    private final Locale before = Locale.getDefault();

    @TempDir
    private Path directory;

    @AfterEach
    void speakAsBefore() {
        Locale.setDefault(before);
    }

    /** Egyptian Arabic has digits other than ASCII's, and each start of the process may have another locale. */
    @Test
    void theNamesOfDirectoriesAreTheSameInEveryLanguage() {
        Generations generations = new Generations(directory);
        Path first = generations.next();
        Locale.setDefault(Locale.forLanguageTag("ar-EG"));
        Path second = generations.next();
        Locale.setDefault(before);
        Path third = generations.next();

        assertThat(first).hasFileName("generation-000000000001");
        assertThat(second).hasFileName("generation-000000000002");
        assertThat(third).hasFileName("generation-000000000003");
        assertThat(generations.all()).containsExactly(first, second, third);
    }
}
