package io.parley.compression;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which compressions there are. */
class CompressionsTest {
    @TempDir
    private Path folder;

    @Test
    void differencesAreOneOfThem() {
        assertThat(Compressions.load(getClass().getClassLoader()).names()).containsExactly("delta");
    }

    @Test
    void aProviderThatCannotBeLoadedIsLeftOutAndTheOthersAreThere() throws IOException {
        Path services = Files.createDirectories(folder.resolve("META-INF/services"));
        Files.writeString(services.resolve(Compression.class.getName()), "no.such.Compression\njava.lang.String\n");
        try (URLClassLoader loader = new URLClassLoader(
                new URL[] {folder.toUri().toURL()}, getClass().getClassLoader())) {
            assertThat(Compressions.load(loader).names()).containsExactly("delta");
        }
    }

    @Test
    void ofTwoWithOneNameTheOneWithTheHigherPriorityServesUnlessItIsNotAvailable() {
        Compression low = new Named("x", 1, true);
        Compression high = new Named("x", 2, true);
        Compression highest = new Named("x", 3, false);
        assertThat(Compressions.of(List.of(low, highest, high)).find("x")).contains(high);
        assertThat(Compressions.of(List.of(highest)).find("x")).isEmpty();
    }

    private record Named(String name, int priority, boolean isAvailable) implements Compression {
        @Override
        public SessionCompression begin(Workspace workspace) {
            return SessionCompression.NONE;
        }
    }
}
