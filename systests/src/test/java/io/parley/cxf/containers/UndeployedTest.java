package io.parley.cxf.containers;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.cxf.containers.ServletContainer.Kind;
import io.parley.testkit.JavaProgram;
import java.nio.file.Path;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that an undeployed application which contains all of Parley leaves nothing behind in its running container. */
@Timeout(400)
class UndeployedTest {
    /** Clears soft references at once, since caches of the JDK hold classes softly. */
    private static final String NOTHING_SOFT = "-XX:SoftRefLRUPolicyMSPerMB=0";

    /** The option that Tomcat sets; CXF and this test need it as well. */
    private static final String OPENED = "--add-opens=java.base/java.lang=ALL-UNNAMED";

    @TempDir
    private Path folder;

    @ParameterizedTest
    @MethodSource("io.parley.cxf.containers.ServletContainer#tested")
    void itsThreadsAreOverWhenItIsStoppedAndItsClassesGo(Kind kind) throws Exception {
        String said = JavaProgram.brief(Undeployment.class, kind.name())
                .options(
                        NOTHING_SOFT,
                        OPENED,
                        "-Dparley.test.tomcat=" + System.getProperty("parley.test.tomcat", "11.0"))
                .run(folder)
                .said();

        assertThat(said)
                .contains("from outside by stream", "from outside by http", "from outside by websocket")
                .contains("from inside by stream", "from inside by http", "from inside by websocket")
                .doesNotContain("left thread parley-")
                .doesNotContainPattern("left in \\S+ io\\.")
                .contains("unloaded");
    }
}
