package io.parley.codecs;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.Limits;
import io.parley.representation.Representation;
import io.parley.testkit.Encoded;
import io.parley.testkit.Infoset;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * One message, byte for byte: what the libraries write is what peers with other versions of Parley read, so a library that
 * writes otherwise is a change of the wire.
 */
class GoldenBytesTest {
    @ParameterizedTest
    @MethodSource("io.parley.codecs.Forms#all")
    void theMessageIsWrittenAsItAlwaysWas(Representation form) throws Exception {
        String written = HexFormat.of().formatHex(Forms.bytes(form, text("order.xml")));

        assertThat(written).isEqualTo(text("order." + form.name() + ".hex").replaceAll("\\s", ""));
    }

    @ParameterizedTest
    @MethodSource("io.parley.codecs.Forms#all")
    void whatWasWrittenIsRead(Representation form) throws Exception {
        byte[] golden = Forms.hex(text("order." + form.name() + ".hex").replaceAll("\\s", ""));

        String canonical = Encoded.of(form, golden).read(Limits.defaults(), Infoset::canonical);
        assertThat(canonical).isEqualTo(Infoset.canonical(Infoset.reader(text("order.xml"))));
    }

    private static String text(String name) throws IOException {
        try (InputStream in = GoldenBytesTest.class.getResourceAsStream("/golden/" + name)) {
            return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
