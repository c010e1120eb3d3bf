package io.parley.bench.contest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.bench.data.Kind;
import io.parley.bench.data.Workload;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that each system decodes what it has encoded, without a network. */
class CodecsTest {
    private static final Set<Contender> CODECS =
            EnumSet.of(Contender.PARLEY, Contender.GRPC, Contender.CXF, Contender.CXF_FI);

    static Stream<Arguments> everyWorkload() {
        return CODECS.stream().flatMap(system -> Stream.of(Kind.values()).map(kind -> Arguments.of(system, kind)));
    }

    @ParameterizedTest
    @MethodSource
    void everyWorkload(Contender system, Kind kind) throws Exception {
        Workload workload = Workload.of(kind.isCounted() ? kind.word() + "-100" : kind.word());
        try (Codec codec = system.codec(workload)) {
            codec.check(workload);
            long bytes = codec.encode();
            assertThat(bytes).isGreaterThanOrEqualTo(workload.bytes() * 7 / 10);
            codec.check(workload);
            assertThat(codec.encode()).isEqualTo(bytes);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"f64-100k", "str-4k", "blob-100k"})
    void whatTakesSeveralChunksComesBackWhole(String name) throws Exception {
        Workload workload = Workload.of(name);
        try (Codec codec = Contender.PARLEY.codec(workload)) {
            codec.check(workload);
        }
    }

    @Test
    void moreElementsThanCxfAllowsByDefaultAreRead() throws Exception {
        Workload workload = Workload.of("i32-100k");
        try (Codec codec = Contender.CXF.codec(workload)) {
            codec.check(workload);
        }
    }

    @Test
    void otherContentIsFoundBeforeAnythingIsMeasured() throws Exception {
        try (Codec codec = Contender.GRPC.codec(Workload.of("f64-10"))) {
            assertThatThrownBy(() -> codec.check(Workload.of("f64-11")))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("f64-11 was decoded to other content");
        }
    }

    @Test
    void systemsThatOnlyCarryHaveNoCodec() {
        for (Contender system : EnumSet.complementOf(EnumSet.copyOf(CODECS))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> system.codec(Workload.of("void")))
                    .withMessageContaining(system.word());
        }
    }
}
