package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.testkit.JavaProgram;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Applications that exclude jars of Netty which something on their class path needs. */
class WithoutNettyTest {
    @TempDir
    private Path folder;

    @Test
    void withoutAnyParleyIsRefusedWithTheJarToAdd() throws Exception {
        assertThat(said("[/\\\\]netty-"))
                .contains("refused parley.enabled: expected the class io.netty.util.ReferenceCounted, found none")
                .contains("add io.netty:netty-common in the version of io.netty:netty-bom")
                .doesNotContain("NoClassDefFoundError");
    }

    @Test
    void withoutSomeTheChannelIsLeftOutWithTheJarToAdd() throws Exception {
        assertThat(said("[/\\\\]netty-handler"))
                .contains("a ChannelProvider is left out: the class io.netty.handler.ssl.SslHandler is not there;"
                        + " add io.netty:netty-handler in the version of io.netty:netty-bom")
                .contains("answered x")
                .contains("answered y")
                .doesNotContain("NoClassDefFoundError");
    }

    private String said(String without) throws Exception {
        return JavaProgram.brief(WithoutNetty.class)
                .without(Pattern.compile(without))
                .run(folder)
                .said();
    }
}
