package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.parley.testkit.JavaProgram;
import io.parley.testkit.stacks.Jdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests JVMs that warn about native libraries and Unsafe. */
class NewerJdkTest {
    private static final int NEWEST = 25;
    private static final Pattern OPTIONS = Pattern.compile("```\n(--enable-native-access\\S* \\S+)\n```");

    @TempDir
    private Path folder;

    @Test
    void withTheOptionsOfTheGuideThereAreNoWarnings() throws Exception {
        Optional<Jdk> jdk = Jdk.find(NEWEST);
        assumeTrue(jdk.isPresent(), "there is no JDK " + NEWEST + " beside this one, nor in -D" + Jdk.OTHERS);

        String said = JavaProgram.brief(WithoutModules.class)
                .on(jdk.orElseThrow().home())
                .options(options())
                .run(folder)
                .said();

        assertThat(said).contains("streamed 1 over stream").doesNotContain("WARNING:");
    }

    private static String[] options() throws IOException {
        Matcher found = OPTIONS.matcher(Files.readString(Path.of("../docs/guide/production.md")));
        assertThat(found.find()).as("the guide has the options").isTrue();
        return found.group(1).split(" ");
    }
}
