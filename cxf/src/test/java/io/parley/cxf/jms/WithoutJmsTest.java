package io.parley.cxf.jms;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.testkit.JavaProgram;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that the plugin works in applications without the JMS libraries. */
class WithoutJmsTest {
    private static final Pattern JMS =
            Pattern.compile("cxf-rt-transports-jms|artemis|jakarta\\.jms-api|[/\\\\]?transport-jms");

    @TempDir
    private Path folder;

    @Test
    void anApplicationWithoutTheLibrariesOfJmsStreams() throws Exception {
        String said =
                JavaProgram.brief(WithoutJms.class).without(JMS).run(folder).said();

        assertThat(said).contains("streamed 1 over stream").doesNotContain("NoClassDefFoundError");
    }
}
