package io.parley.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.KeyStore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeyStoreFileTest {
    private static final String SECRET = "of the operator";

    @TempDir
    private static Path folder;

    private static Path made;

    @BeforeAll
    static void make() throws Exception {
        made = folder.resolve("made.p12");
        Process tool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-keyalg",
                        "EC",
                        "-alias",
                        "operator",
                        "-dname",
                        "CN=operator",
                        "-storepass",
                        SECRET,
                        "-keystore",
                        made.toString())
                .inheritIO()
                .start();
        assertThat(tool.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(tool.exitValue()).isZero();
    }

    @Test
    void theKeyAndItsCertificateAreRead() throws Exception {
        Protection.Certified read = KeyStoreFile.of(made, SECRET).read();

        assertThat(read.key().getAlgorithm()).isEqualTo("EC");
        assertThat(read.chain())
                .singleElement()
                .satisfies(certificate -> assertThat(
                                certificate.getSubjectX500Principal().getName())
                        .isEqualTo("CN=operator"));
        assertThat(read).hasToString("Certified[CN=operator]");
    }

    @Test
    void aFileIsReadAgainOnlyIfItIsAnother() throws Exception {
        Path file = folder.resolve("live.p12");
        Files.copy(made, file);
        KeyStoreFile live = KeyStoreFile.of(file, SECRET);
        Protection.Certified first = live.read();
        assertThat(live.readIfChanged()).isEmpty();

        Path next = Files.copy(made, folder.resolve("next.p12"), StandardCopyOption.COPY_ATTRIBUTES);
        Files.move(next, file, StandardCopyOption.REPLACE_EXISTING);

        assertThat(live.readIfChanged())
                .hasValueSatisfying(again -> assertThat(again.chain()).isEqualTo(first.chain()));
        assertThat(live.readIfChanged()).isEmpty();
    }

    @Test
    void whatIsHalfWrittenIsTriedAgain() throws Exception {
        Path file = folder.resolve("written.p12");
        Files.copy(made, file);
        KeyStoreFile live = KeyStoreFile.of(file, SECRET);
        live.read();

        Files.write(file, new byte[] {0x30, 0x03, 0x02});
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(live::readIfChanged)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("written.p12");
        }
        Files.copy(made, file, StandardCopyOption.REPLACE_EXISTING);

        assertThat(live.readIfChanged()).isPresent();
    }

    @Test
    void aStoreThatCannotBeUsedIsNamedAndItsPasswordIsNot() throws Exception {
        Path empty = folder.resolve("empty.p12");
        KeyStore none = KeyStore.getInstance("PKCS12");
        none.load(null, null);
        try (OutputStream out = Files.newOutputStream(empty)) {
            none.store(out, SECRET.toCharArray());
        }

        assertThatThrownBy(() -> KeyStoreFile.of(empty, SECRET).read())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("expected a private key")
                .hasMessageContaining("empty.p12");
        assertThatThrownBy(() -> KeyStoreFile.of(made, "guessed").read())
                .isInstanceOf(IOException.class)
                .hasMessage("cannot use the key store " + made + ": keystore password was incorrect");
        assertThatThrownBy(() ->
                        KeyStoreFile.of(folder.resolve("absent.p12"), SECRET).read())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("absent.p12: expected a file, found none");
    }
}
