package io.parley.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/** A small file system in memory. If this process may not mount one, the test is skipped with a message. */
public record SmallDisk(Path path) implements AutoCloseable {
    /** Mounts a file system of this size. */
    public static SmallDisk mount(int mebibytes) throws Exception {
        Path path = Files.createTempDirectory("parley-disk");
        if (!run("mount", "-t", "tmpfs", "-o", "size=" + mebibytes + "m", "tmpfs", path.toString())) {
            Files.delete(path);
            System.out.println("Skipped: this process may not mount a small disk");
            Assumptions.abort("no mount");
        }
        return new SmallDisk(path);
    }

    /**
     * Remounts the file system with its files; the option is {@code ro}, {@code rw} or, for example, {@code size=16m}.
     */
    public void remount(String option) throws InterruptedException {
        assertThat(run("mount", "-o", "remount," + option, path.toString())).isTrue();
    }

    @Override
    public void close() throws Exception {
        assertThat(run("umount", path.toString())).isTrue();
        Files.delete(path);
    }

    private static boolean run(String... command) throws InterruptedException {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            boolean isDone = process.waitFor() == 0;
            if (!isDone) {
                System.out.println(String.join(" ", command) + ": " + said);
            }
            return isDone;
        } catch (IOException noSuchProgram) {
            return false;
        }
    }
}
