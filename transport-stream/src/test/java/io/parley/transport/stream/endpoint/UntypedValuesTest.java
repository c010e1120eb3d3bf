package io.parley.transport.stream.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.endpoint.Contract;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlSchemaType;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that a value without a typed form is sent as an infoset in both directions, and its call handled once. */
class UntypedValuesTest {
    private static final Contract CONTRACT = Contract.builder("urn:levels")
            .operation("shift", Levels.class, Levels.class)
            .build();

    @XmlRootElement(name = "levels", namespace = "urn:levels")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Levels {
        List<Level> level = new ArrayList<>();

        static Levels of(int count, long last) {
            Levels levels = new Levels();
            for (int i = 0; i < count; i++) {
                Level each = new Level();
                each.name = "level " + i;
                each.height = i == count - 1 ? last : i;
                levels.level.add(each);
            }
            return levels;
        }

        long last() {
            return level.get(level.size() - 1).height;
        }
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    static class Level {
        String name;

        @XmlSchemaType(name = "unsignedInt")
        Long height;
    }

    @ParameterizedTest
    @CsvSource({"hhfr,3", "hhfr,20000", "tdxml,3", "tdxml,20000"})
    void aNumberOutsideOfItsTypeArrives(String representation, int count) throws Exception {
        AtomicInteger handled = new AtomicInteger();
        try (StreamEndpoint endpoint = StreamEndpoint.serve(CONTRACT)
                        .on("shift", Levels.class, levels -> {
                            handled.incrementAndGet();
                            return Levels.of(levels.level.size(), levels.last() - 10);
                        })
                        .representation(representation)
                        .start(0);
                StreamClient client = StreamClient.of(CONTRACT).open(endpoint.invite("test"))) {
            assertThat(client.call("shift", Levels.of(count, 20), Levels.class).last())
                    .isEqualTo(10);
            assertThat(client.call("shift", Levels.of(count, 5), Levels.class).last())
                    .as("in the answer")
                    .isEqualTo(-5);
            assertThat(client.call("shift", Levels.of(count, -1), Levels.class).last())
                    .as("in both")
                    .isEqualTo(-11);
            assertThat(handled).hasValue(3);

            Levels unwritable = Levels.of(count, -1);
            unwritable.level.get(0).name = "half a sign: \uD83D";
            assertThatThrownBy(() -> client.call("shift", unwritable, Levels.class))
                    .hasMessageStartingWith("ENCODING: ");
            assertThat(client.call("shift", Levels.of(count, 30), Levels.class).last())
                    .isEqualTo(20);
            assertThat(handled).hasValue(4);
        }
    }
}
