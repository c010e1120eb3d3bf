package io.parley;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.compression.Compression;
import io.parley.compression.SessionCompression;
import io.parley.compression.Workspace;
import io.parley.representation.Representation;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests discovery by ServiceLoader, with representations and compressions as examples. */
class ProvidersTest {
    @TempDir
    private Path folder;

    @Test
    void whatTheClassPathHasIsFound() {
        assertThat(Providers.load(Representation.class, getClass().getClassLoader())
                        .names())
                .containsExactly("bnux", "hhfr", "xml");
    }

    @Test
    void aProviderThatCannotBeLoadedIsLeftOutAndTheOthersAreThere() throws IOException {
        Path services = Files.createDirectories(folder.resolve("META-INF/services"));
        Files.writeString(services.resolve(Representation.class.getName()), "no.such.Form\njava.lang.String\n");
        try (URLClassLoader loader = new URLClassLoader(
                new URL[] {folder.toUri().toURL()}, getClass().getClassLoader())) {
            assertThat(Providers.load(Representation.class, loader).names()).containsExactly("bnux", "hhfr", "xml");
        }
    }

    @Test
    void ofTwoWithOneNameTheOneWithTheHigherPriorityServesUnlessItIsNotAvailable() {
        Compression low = new Named("x", 1, true);
        Compression high = new Named("x", 2, true);
        Compression highest = new Named("x", 3, false);
        assertThat(Providers.of(List.of(low, highest, high)).find("x")).contains(high);
        assertThat(Providers.of(List.of(low, high)).all()).containsExactly(high);
        assertThat(Providers.of(List.of(highest)).find("x")).isEmpty();
    }

    @Test
    void onlyAProviderThatIsLookedUpIsAskedWhetherItIsAvailable() {
        List<String> asked = new ArrayList<>();
        Providers<Compression> providers = Providers.of(List.of(new Asked("x", asked), new Asked("y", asked)));

        assertThat(providers.find("z")).isEmpty();
        assertThat(asked).isEmpty();
        assertThat(providers.find("y")).isPresent();
        assertThat(providers.find("y")).isPresent();
        assertThat(asked).containsExactly("y");
    }

    /** Provider that notes when it is asked whether it is available. */
    private record Asked(String name, List<String> asked) implements Compression {
        @Override
        public boolean isAvailable() {
            return asked.add(name);
        }

        @Override
        public SessionCompression begin(Workspace workspace) {
            return SessionCompression.NONE;
        }
    }

    private record Named(String name, int priority, boolean isAvailable) implements Compression {
        @Override
        public SessionCompression begin(Workspace workspace) {
            return SessionCompression.NONE;
        }
    }
}
