package io.parley.transport.jms;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Tests that an application gets one version of Netty. In an application's build only the version of a direct
 * dependency of this module counts: of all others Maven takes Artemis's, another line than Parley's, and mixes the two.
 */
class PublishedNettyTest {
    private static final Pattern NETTY = Pattern.compile(
            "<dependency>\\s*<groupId>io\\.netty</groupId>\\s*<artifactId>([a-z0-9-]+)</artifactId>(.*?)</dependency>",
            Pattern.DOTALL);
    private static final Path POM = Path.of("pom.xml");

    @Test
    void whatArtemisNeedsOfNettyIsADependencyOfThisModule() throws IOException {
        Set<String> needed = new TreeSet<>();
        for (String pom : pomsOfArtemis()) {
            needed.addAll(netty(pom));
        }
        needed.removeIf(artifact -> jars().stream().noneMatch(jar -> name(jar).startsWith(artifact + "-4")));

        assertThat(needed).contains("netty-transport", "netty-codec-haproxy");
        assertThat(netty(Files.readString(POM))).containsAll(needed);
    }

    private static List<String> pomsOfArtemis() throws IOException {
        List<String> poms = new ArrayList<>();
        for (String path : jars()) {
            if (name(path).startsWith("artemis-")) {
                try (JarFile jar = new JarFile(path)) {
                    poms.addAll(pomsIn(jar));
                }
            }
        }
        return poms;
    }

    private static List<String> pomsIn(JarFile jar) throws IOException {
        List<String> poms = new ArrayList<>();
        for (var entry : (Iterable<JarEntry>) jar.stream()::iterator) {
            if (entry.getName().matches("META-INF/maven/.*/pom\\.xml")) {
                try (InputStream content = jar.getInputStream(entry)) {
                    poms.add(new String(content.readAllBytes(), StandardCharsets.UTF_8));
                }
            }
        }
        return poms;
    }

    private static Set<String> netty(String pom) {
        Set<String> artifacts = new TreeSet<>();
        Matcher dependency = NETTY.matcher(pom);
        while (dependency.find()) {
            if (!dependency.group(2).contains("<scope>test</scope>")) {
                artifacts.add(dependency.group(1));
            }
        }
        return artifacts;
    }

    private static List<String> jars() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(path -> path.endsWith(".jar"))
                .toList();
    }

    private static String name(String path) {
        return new File(path).getName();
    }
}
