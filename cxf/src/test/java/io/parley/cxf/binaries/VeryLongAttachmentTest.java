package io.parley.cxf.binaries;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.cxf.compatibility.Shows;
import io.parley.cxf.compatibility.Use;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An attachment that is several times the heap of client and service together goes there and back. */
class VeryLongAttachmentTest {
    private static final long LENGTH = 200_000_000;

    @TempDir
    private Path folder;

    @Shows(Use.ATTACHMENTS)
    @Test
    void twoHundredMegabytesGoThereAndBackWithAHeapOfSixtyFour() throws Exception {
        Path output = Files.createTempFile(folder, "output", "");
        Process program = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-XX:MaxDirectMemorySize=64m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        VeryLongAttachment.class.getName(),
                        Long.toString(LENGTH))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(program.waitFor(3, TimeUnit.MINUTES)).isTrue();
        } finally {
            program.destroyForcibly();
        }
        assertThat(Files.readString(output)).contains("bytes " + LENGTH + " streamed 1");
    }
}
