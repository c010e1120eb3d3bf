package io.parley.cxf.binaries;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.cxf.compatibility.Shows;
import io.parley.cxf.compatibility.Use;
import io.parley.testkit.JavaProgram;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the round trip of an attachment several times as large as the heap shared by client and service. */
class VeryLongAttachmentTest {
    private static final long LENGTH = 200_000_000;

    @TempDir
    private Path folder;

    @Shows(Use.ATTACHMENTS)
    @Test
    void twoHundredMegabytesGoThereAndBackWithAHeapOfSixtyFour() throws Exception {
        String said = JavaProgram.brief(VeryLongAttachment.class, Long.toString(LENGTH))
                .options("-Xmx64m", "-XX:MaxDirectMemorySize=64m")
                .run(folder)
                .said();

        assertThat(said).contains("bytes " + LENGTH + " streamed 1");
    }
}
