package io.parley.representation.hhfr;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.testkit.generate.Construct;
import io.parley.testkit.generate.Coverage;
import io.parley.testkit.generate.RandomSchema;
import io.parley.testkit.generate.SchemaGenerator;
import org.junit.jupiter.api.Test;

/**
 * Tests with random schemas and messages that Parley preserves the meaning of each message, and that all described
 * content is typed.
 */
class RandomSchemaTest {
    /** Seed of a schema that had a restriction without the identifier to which its message refers. */
    private static final long PROHIBITED_IDENTIFIER = 2765;

    @Test
    void aRestrictedRootHasTheIdentifierToWhichItsMessageRefers() {
        RandomSchema schema = SchemaGenerator.generate(PROHIBITED_IDENTIFIER);

        RecordLaws.of(schema, PROHIBITED_IDENTIFIER).check(new Coverage(), new RecordLaws.Counts());
    }

    @Test
    void everyMessageOfEverySchemaComesBackAsItWas() {
        Seeds seeds = Seeds.ofBuild(30);
        Coverage coverage = new Coverage();
        RecordLaws.Counts counts = new RecordLaws.Counts();
        seeds.forEach(seed -> {
            RandomSchema schema = SchemaGenerator.generate(seed);
            RecordLaws.of(schema, seed).check(coverage, counts);
        });

        System.out.println(counts + " in schemas of " + seeds + "\n" + coverage.table(Construct.Origin.SCHEMAS));
        if (seeds.areThoseOfBuild()) {
            assertThat(coverage.missing(Construct.Origin.SCHEMAS))
                    .as("constructs that no message had")
                    .isEmpty();
        }
    }
}
