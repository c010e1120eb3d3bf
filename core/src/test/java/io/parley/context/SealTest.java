package io.parley.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a stored value is accepted only under the key for which an owner of the secret sealed it. */
class SealTest {
    private static final Key PLACE = new Scope("urn:session:1").key("record");
    private static final Value VALUE = Value.of("of alice", "text/plain");

    private final Seal seal = Seal.of(secret("one"));

    @Test
    void whatWasSealedIsOpenedWhereItWasPut() throws Exception {
        Value sealed = seal.close(PLACE, VALUE);

        assertThat(sealed).isNotEqualTo(VALUE);
        assertThat(seal.open(PLACE, sealed)).isEqualTo(VALUE);
        assertThat(Seal.of(secret("one")).open(PLACE, sealed))
                .as("in another process")
                .isEqualTo(VALUE);
    }

    @Test
    void eachChangedBitIsNoticed() {
        byte[] sealed = seal.close(PLACE, VALUE).toArray();
        for (int bit = 0; bit < sealed.length * 8; bit++) {
            byte[] changed = sealed.clone();
            changed[bit / 8] ^= (byte) (1 << bit % 8);
            assertRefused(PLACE, Value.of(changed, "text/plain;sealed"));
        }
    }

    @Test
    void aValueOfAnotherPlaceOrTypeIsNoticed() {
        Value sealed = seal.close(PLACE, VALUE);

        assertRefused(new Scope("urn:session:2").key("record"), sealed);
        assertRefused(new Scope("urn:session:1").key("other"), sealed);
        assertRefused(new Scope("urn:session:1r").key("ecord"), sealed);
        assertRefused(PLACE, Value.of(sealed.toArray(), "text/html;sealed"));
    }

    @Test
    void aSecretOfSomebodyElseOpensNothing() {
        assertRefused(PLACE, Seal.of(secret("two")).close(PLACE, VALUE));
    }

    @Test
    void whatIsNotSealedIsNotTakenForIt() {
        assertRefused(PLACE, VALUE);
        assertRefused(PLACE, Value.of("short", "text/plain;sealed"));
    }

    @Test
    void withoutASecretNothingIsSealedAndNothingThatIsSealedIsRead() throws Exception {
        assertThat(Seal.none().close(PLACE, VALUE)).isSameAs(VALUE);
        assertThat(Seal.none().open(PLACE, VALUE)).isSameAs(VALUE);
        assertThatThrownBy(() -> Seal.none().open(PLACE, seal.close(PLACE, VALUE)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("not sealed");
    }

    @Test
    void aSecretIsAllOfAFileAndNotTooShort(@TempDir Path folder) throws Exception {
        Path file = Files.write(folder.resolve("secret"), secret("one"));

        assertThat(Seal.read(file).open(PLACE, seal.close(PLACE, VALUE))).isEqualTo(VALUE);

        Files.write(file, new byte[Seal.LEAST_BYTES - 1]);
        assertThatThrownBy(() -> Seal.read(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining("found 31");
        Files.write(file, new byte[1_000_000]);
        assertThatThrownBy(() -> Seal.read(file)).hasMessageContaining("found more");
        assertThatThrownBy(() -> Seal.of(new byte[0])).isInstanceOf(IllegalArgumentException.class);
    }

    private void assertRefused(Key where, Value value) {
        assertThatThrownBy(() -> seal.open(where, value))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("sealed")
                .hasMessageNotContaining("alice");
    }

    private static byte[] secret(String name) {
        return name.repeat(20).getBytes(StandardCharsets.UTF_8);
    }
}
