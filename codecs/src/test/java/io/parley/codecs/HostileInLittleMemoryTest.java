package io.parley.codecs;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.testkit.JavaProgram;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a process of 64 MB refuses every attack on a reader and continues. */
class HostileInLittleMemoryTest {
    private static final String MEMORY = "-Xmx64m";

    /** The catalogues with their minimum number of attacks: a hundred for each reader. */
    private static final Map<String, Integer> CATALOGUES = catalogues();

    @TempDir
    private Path directory;

    private static Map<String, Integer> catalogues() {
        Map<String, Integer> all = new LinkedHashMap<>();
        all.put("io.parley.representation.xml.HostileXmlTest", 100);
        all.put("io.parley.representation.hhfr.HostileCatalogueTest", 100);
        all.put("io.parley.representation.bnux.HostilePagesTest", 100);
        all.put("io.parley.representation.tdxml.HostileTdxmlTest", 100);
        all.put("io.parley.codecs.HostileMessagesTest", 100);
        all.put("io.parley.codecs.exi.HostileExiTest", 100);
        return all;
    }

    @Test
    void everyCatalogueRunsInSixtyFourMegabytes() throws Exception {
        JavaProgram.Ended run = JavaProgram.brief(
                        HostileRun.class, CATALOGUES.keySet().toArray(String[]::new))
                .options(MEMORY, "-XX:+ExitOnOutOfMemoryError", "-Dio.netty.leakDetection.level=paranoid", "-ea")
                .run(directory);

        assertThat(run.exitCode()).as(run.said()).isZero();
        Map<String, Integer> counts = counts(run.said());
        CATALOGUES.forEach(
                (name, least) -> assertThat(counts.get(name)).as(name).isGreaterThanOrEqualTo(least));
    }

    private static Map<String, Integer> counts(String said) {
        Map<String, Integer> counts = new LinkedHashMap<>();
        for (String line : said.split("\\R", -1)) {
            String[] words = line.split(" ", -1);
            if (words.length == 2 && CATALOGUES.containsKey(words[0])) {
                counts.put(words[0], Integer.valueOf(words[1]));
            }
        }
        return counts;
    }
}
