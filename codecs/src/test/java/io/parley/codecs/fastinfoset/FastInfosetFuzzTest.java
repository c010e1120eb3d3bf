package io.parley.codecs.fastinfoset;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.testkit.Encoded;
import io.parley.testkit.Infoset;
import java.util.List;

/**
 * Tests that any bytes are read, or refused with a code; a document that was read stays the same when it is written and
 * read again. Saved inputs run as ordinary tests; {@code mvn -Pfuzz -pl codecs -am test -Dtest=FastInfosetFuzzTest
 * -Dsurefire.failIfNoSpecifiedTests=false -Dfuzz.time=10m} searches for more.
 */
class FastInfosetFuzzTest {
    private static final Limits LIMITS = Limits.defaults()
            .with(Limit.ITEMS, 10_000)
            .with(Limit.NAMES, 200)
            .with(Limit.DEPTH, 30)
            .with(Limit.MESSAGE_BYTES, 1 << 20);

    @FuzzTest(maxDuration = "30s")
    void whatIsReadCanBeWrittenAndReadAgain(byte[] input) throws Exception {
        var form = new FastInfoset();
        Encoded again;
        try {
            again = Encoded.of(form, input)
                    .read(LIMITS, reader -> Encoded.of(form, writer -> Infoset.copy(reader, writer), 512));
        } catch (ParleyException e) {
            assertThat(e.code()).isIn(ErrorCode.LIMIT, ErrorCode.MALFORMED_MESSAGE, ErrorCode.XML_REFUSED);
            return;
        }
        List<String> read = Encoded.of(form, input).read(LIMITS, Infoset::events);
        assertThat(again.read(LIMITS, Infoset::events)).isEqualTo(read);
    }
}
