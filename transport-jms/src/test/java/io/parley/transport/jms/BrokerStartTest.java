package io.parley.transport.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.parley.testkit.JavaProgram;
import io.parley.testkit.stacks.Jdk;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests a broker that cannot start: Artemis logs that, and runs on without queues. */
class BrokerStartTest {
    private static final int NEWEST = 25;

    @TempDir
    private Path folder;

    @Test
    void aBrokerWhoseFolderCannotBeReadDoesNotStart() throws Exception {
        EmbeddedBroker.builder().folder(folder).queue("orders").start().close();
        try (Stream<Path> files = Files.list(folder.resolve("bindings"))) {
            for (Path journal : files.toList()) {
                Files.delete(journal);
                Files.createDirectory(journal);
            }
        }

        assertThatThrownBy(() -> EmbeddedBroker.builder().folder(folder).start())
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("the broker does not start in " + folder + ": ");
    }

    @Test
    @Timeout(60)
    void aFolderThatAnotherProcessUsesIsRefused() throws Exception {
        Process other = JavaProgram.brief(Holding.class, folder.toString()).start();
        try (BufferedReader said = other.inputReader()) {
            assertThat(said.lines().anyMatch("started"::equals)).isTrue();

            assertThatThrownBy(() -> EmbeddedBroker.builder().folder(folder).start())
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("expected a folder that no other broker uses");
        } finally {
            other.destroyForcibly().waitFor();
        }
    }

    static final class Holding {
        public static void main(String[] arguments) throws Exception {
            EmbeddedBroker.builder().folder(Path.of(arguments[0])).start();
            System.out.println("started");
            Thread.currentThread().join();
        }
    }

    @Test
    void onNewerJdksADurableBrokerNamesTheOptionThatItNeeds() throws Exception {
        Optional<Jdk> jdk = Jdk.find(NEWEST);
        assumeTrue(jdk.isPresent(), "there is no JDK " + NEWEST + " beside this one, nor in -D" + Jdk.OTHERS);

        assertThat(startTwice(jdk.orElseThrow()))
                .contains("the broker does not start", EmbeddedBroker.MEMORY_OPTION)
                .doesNotContain("started");
        assertThat(startTwice(jdk.orElseThrow(), EmbeddedBroker.MEMORY_OPTION)).contains("started twice");
    }

    private String startTwice(Jdk jdk, String... options) throws Exception {
        return JavaProgram.brief(StartedTwice.class, folder.resolve("broker").toString())
                .on(jdk.home())
                .options(options)
                .run(folder)
                .said();
    }

    static final class StartedTwice {
        public static void main(String[] arguments) {
            EmbeddedBroker.Builder builder =
                    EmbeddedBroker.builder().folder(Path.of(arguments[0])).queue("orders");
            try {
                builder.start().close();
                builder.start().close();
                System.out.println("started twice");
            } catch (IOException e) {
                System.out.println(e.getMessage());
            }
        }
    }
}
