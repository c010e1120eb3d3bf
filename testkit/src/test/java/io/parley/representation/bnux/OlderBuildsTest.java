package io.parley.representation.bnux;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.Limits;
import io.parley.representation.Representation;
import io.parley.schema.SafeXml;
import io.parley.testkit.Encoded;
import io.parley.testkit.Infoset;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the builds that {@link GoldenCorpusTest} uses, with a document that each of them writes differently. */
class OlderBuildsTest {
    private static final String XML = "<a:b xmlns:a='urn:a' xmlns:c='urn:c' d='a:b'>a:b<c:e/>b</a:b>";
    private static final Limits LIMITS = Limits.defaults();

    @Test
    void whatTheyWriteIsReadAlike() throws Exception {
        for (Representation build :
                List.of(Bnux.forDocuments(0), new OlderBuilds.DeclarationsFirst(), new OlderBuilds.WholeStrings())) {
            String canonical = written(build).read(LIMITS, Infoset::canonical);

            assertThat(canonical)
                    .as(build.getClass().getSimpleName())
                    .isEqualTo(Infoset.canonical(SafeXml.reader(xml(), LIMITS)));
        }
    }

    @Test
    void aNameAndATextOfTheSameCharactersAreTwoSymbolsOrOne() throws Exception {
        byte[] current = written(Bnux.forDocuments(0)).bytes();
        byte[] older = written(new OlderBuilds.WholeStrings()).bytes();
        byte[] declarationsFirst = written(new OlderBuilds.DeclarationsFirst()).bytes();

        assertThat(count(current, "a:b\0")).isEqualTo(2);
        assertThat(count(older, "a:b\0")).isEqualTo(1);
        assertThat(declarationsFirst).hasSameSizeAs(current).isNotEqualTo(current);
    }

    private static int count(byte[] bytes, String what) {
        return new String(bytes, StandardCharsets.ISO_8859_1).split(java.util.regex.Pattern.quote(what), -1).length - 1;
    }

    private static Encoded written(Representation build) throws Exception {
        return Encoded.of(build, writer -> Infoset.copy(SafeXml.reader(xml(), LIMITS), writer), 4096);
    }

    private static ByteArrayInputStream xml() {
        return new ByteArrayInputStream(XML.getBytes(StandardCharsets.UTF_8));
    }
}
