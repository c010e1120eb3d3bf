package io.parley.representation.hhfr;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.testkit.generate.RandomSchema;
import io.parley.testkit.generate.SchemaGenerator;
import org.junit.jupiter.api.Test;

/**
 * Tests random schemas with the classes that JAXB's schema compiler generates: after a round trip through hhfr, JAXB
 * writes an object as it would have written the original.
 */
class XjcSchemaTest {
    @Test
    void jaxbWritesWhatComesOutAsItWritesWhatWentIn() {
        Seeds seeds = Seeds.ofBuild(10);
        BeanLaws.Counts counts = new BeanLaws.Counts();
        seeds.forEach(seed -> {
            RandomSchema schema = SchemaGenerator.forJava(seed);
            BeanLaws.of(schema, seed).check(counts);
        });

        System.out.println("classes of " + seeds + "\n" + counts);
        assertThat(counts.unexplained())
                .as("differences between schema and classes")
                .isEmpty();
        if (seeds.areThoseOfBuild()) {
            assertThat(counts.typed()).as("messages that were typed").isGreaterThanOrEqualTo(counts.messages() * 3 / 4);
            assertThat(counts.lost()).as("messages that JAXB loses").isLessThanOrEqualTo(counts.messages() / 10);
        }
    }
}
