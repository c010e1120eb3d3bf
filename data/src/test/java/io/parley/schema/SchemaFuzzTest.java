package io.parley.schema;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Tests that any text is read, or refused with a code; a schema that was read can be printed and read again. Saved
 * inputs run as ordinary tests; {@code mvn -Pfuzz -pl data test -Dtest=SchemaFuzzTest -Dfuzz.time=10m} searches for
 * more.
 */
class SchemaFuzzTest {
    private static final Limits LIMITS =
            Limits.defaults().with(Limit.SCHEMA_BYTES, 256 * 1024).with(Limit.SCHEMA_COMPONENTS, 2_000);

    @FuzzTest(maxDuration = "30s")
    void anyTextIsReadOrRefusedWithACode(byte[] input) {
        SchemaDocument document = new SchemaDocument("fuzz.xsd", new String(input, StandardCharsets.UTF_8));
        Schema schema;
        try {
            schema = Schema.derive(List.of(document), LIMITS);
        } catch (ParleyException e) {
            if (e.code() != ErrorCode.LIMIT && e.code() != ErrorCode.SCHEMA_INVALID) {
                throw e;
            }
            return;
        }
        if (schema.problems().isEmpty()) {
            Schema again = Schema.read(schema.print(), LIMITS.with(Limit.SCHEMA_BYTES, 64L * 1024 * 1024));
            if (!again.print().equals(schema.print())) {
                throw new AssertionError("a printed schema reads back to another one");
            }
        }
    }
}
