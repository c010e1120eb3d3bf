package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.testkit.JavaProgram;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests an application that has only the modules it uses on its class path. */
class WithoutModulesTest {
    private static final Pattern OPTIONAL =
            Pattern.compile("[/\\\\](parley-)?(tdxml|delta|recording|codecs|context-store|transport-quic)[/\\\\-]");

    @TempDir
    private Path folder;

    @Test
    void aServiceStreamsWithoutThemAndSettingsThatNeedThemNameThem() throws Exception {
        String said = JavaProgram.brief(WithoutModules.class)
                .without(OPTIONAL)
                .run(folder)
                .said();

        assertThat(said)
                .contains("streamed 1")
                .contains("parley.representations: expected one of bnux, hhfr, xml, found tdxml at a feature;"
                        + " add io.parley:parley-tdxml to the class path")
                .contains("parley.compression: expected one of none, found delta at a feature;"
                        + " add io.parley:parley-delta to the class path")
                .contains("parley.recording: expected the module that records, found none at a feature;"
                        + " add io.parley:parley-recording to the class path")
                .doesNotContain("NoClassDefFoundError");
    }
}
