package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.testkit.JavaProgram;
import java.io.File;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests applications that exclude a jar without which CXF still runs: the error is not a missing class, but a refusal
 * or a skipped channel that names the jar to add. {@code -Dparley.jars=cxf-
 * jakarta} leaves out in turn each jar of the class path whose name matches the pattern.
 */
class WithoutJarsTest {
    private static final String JARS = "parley.jars";

    @TempDir
    private Path folder;

    @Test
    void withoutNettyParleyIsRefusedAndItsJarAloneIsNotNoticed() throws Exception {
        assertThat(said("jaxws", "[/\\\\]netty-"))
                .contains("plain answered")
                .contains("refused parley.enabled: expected the class io.netty.util.ReferenceCounted, found none")
                .contains("add io.netty:netty-common in the version of io.netty:netty-bom")
                .doesNotContain("NoClassDefFoundError");
    }

    /** The simple frontend runs without the jar. */
    @Test
    void withoutTheJaxWsFrontendItIsRefusedWithTheJarToAdd() throws Exception {
        assertThat(said("simple", "cxf-rt-frontend-jaxws"))
                .contains("plain answered")
                .contains("refused parley.enabled: expected the class org.apache.cxf.jaxws.")
                .contains("add org.apache.cxf:cxf-rt-frontend-jaxws in the version of cxf-core")
                .doesNotContain("NoClassDefFoundError");
    }

    @Test
    void withoutWhatAChannelNeedsItIsLeftOutWithTheJarToAdd() throws Exception {
        assertThat(said("jaxws", "[/\\\\]netty-handler"))
                .contains("Skipped a ChannelProvider: the class io.netty.handler.ssl.SslHandler is missing;"
                        + " add io.netty:netty-handler in the version of io.netty:netty-bom")
                .containsPattern("with Parley answered, [01] on a stream")
                .doesNotContain("NoClassDefFoundError");
    }

    @Test
    void withoutTheJarsOfEpollCallsStreamAllTheSame() throws Exception {
        assertThat(said("jaxws", "netty-transport-(classes|native)"))
                .contains("with Parley answered, 1 on a stream")
                .doesNotContain("NoClassDefFoundError");
    }

    @ParameterizedTest
    @MethodSource("others")
    @EnabledIfSystemProperty(named = JARS, matches = ".+")
    void whateverCxfRunsWithoutIsAnsweredOrRefusedByName(String frontend, String jar) throws Exception {
        String said = said(frontend, Pattern.quote(jar));
        if (said.contains("plain answered")) {
            assertThat(said)
                    .containsPattern("with Parley answered|refused parley")
                    .doesNotContain("NoClassDefFoundError");
        } else {
            assertThat(said).contains("plain failed");
        }
    }

    static Stream<Object[]> others() {
        Pattern wanted = Pattern.compile(System.getProperty(JARS));
        return Stream.of("jaxws", "simple").flatMap(frontend -> jars(wanted).map(jar -> new Object[] {frontend, jar}));
    }

    private static Stream<String> jars(Pattern wanted) {
        return Pattern.compile(Pattern.quote(File.pathSeparator))
                .splitAsStream(System.getProperty("java.class.path"))
                .filter(entry -> entry.endsWith(".jar")
                        && wanted.matcher(new File(entry).getName()).find());
    }

    private String said(String frontend, String without) throws Exception {
        return JavaProgram.brief(WithoutJar.class, frontend)
                .without(Pattern.compile(without))
                .run(folder)
                .said();
    }
}
