package io.parley.codecs;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.Limits;
import io.parley.representation.Representation;
import io.parley.testkit.Encoded;
import io.parley.testkit.Infoset;
import java.util.HexFormat;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests one message byte for byte: peers with other versions of Parley read the output of the libraries, so a library
 * with different output changes the wire format.
 */
class GoldenBytesTest {
    @ParameterizedTest
    @MethodSource("io.parley.codecs.Forms#all")
    void theMessageIsWrittenAsItAlwaysWas(Representation form) throws Exception {
        String written = HexFormat.of().formatHex(Forms.bytes(form, Forms.golden("order.xml")));

        assertThat(written)
                .isEqualTo(Forms.golden("order." + form.name() + ".hex").replaceAll("\\s", ""));
    }

    @ParameterizedTest
    @MethodSource("io.parley.codecs.Forms#all")
    void whatWasWrittenIsRead(Representation form) throws Exception {
        byte[] golden = Forms.hex(Forms.golden("order." + form.name() + ".hex").replaceAll("\\s", ""));

        String canonical = Encoded.of(form, golden).read(Limits.defaults(), Infoset::canonical);
        assertThat(canonical).isEqualTo(Infoset.canonical(Infoset.reader(Forms.golden("order.xml"))));
    }
}
