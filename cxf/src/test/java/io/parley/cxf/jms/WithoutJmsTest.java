package io.parley.cxf.jms;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.testkit.JavaProgram;
import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The plugin is as it was for applications without the libraries of JMS. */
class WithoutJmsTest {
    private static final Pattern JMS =
            Pattern.compile("cxf-rt-transports-jms|artemis|jakarta\\.jms-api|[/\\\\]?transport-jms");

    @TempDir
    private Path folder;

    @Test
    void anApplicationWithoutTheLibrariesOfJmsStreams() throws Exception {
        String all = System.getProperty("java.class.path");
        String without = Arrays.stream(all.split(File.pathSeparator))
                .filter(entry -> !JMS.matcher(entry).find())
                .collect(Collectors.joining(File.pathSeparator));
        assertThat(without).as("what is left of the class path").isNotEqualTo(all);

        String said = JavaProgram.brief(WithoutJms.class)
                .classPath(without)
                .run(folder)
                .said();

        assertThat(said).contains("streamed 1 over stream").doesNotContain("NoClassDefFoundError");
    }
}
