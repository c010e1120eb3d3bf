package io.parley.layout;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.schema.Schema;
import io.parley.schema.SchemaDocument;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Tests that any schema that can be derived has a layout, a tree and fingerprints, or is too large. Saved inputs run as
 * ordinary tests; {@code mvn -Pfuzz -pl data test -Dtest=LayoutFuzzTest -Dfuzz.time=10m} searches for more.
 */
class LayoutFuzzTest {
    private static final Limits LIMITS =
            Limits.defaults().with(Limit.SCHEMA_BYTES, 256 * 1024).with(Limit.SCHEMA_COMPONENTS, 2_000);

    @FuzzTest(maxDuration = "30s")
    void anySchemaHasALayoutOrIsTooLarge(byte[] input) {
        SchemaDocument document = new SchemaDocument("fuzz.xsd", new String(input, StandardCharsets.UTF_8));
        try {
            Layout layout = Layout.compile(Schema.derive(List.of(document), LIMITS), LIMITS);
            LayoutPrinter.print(layout);
            layout.elements().forEach(CanonicalText::fingerprint);
        } catch (ParleyException e) {
            if (e.code() != ErrorCode.LIMIT) {
                throw e;
            }
        }
    }
}
