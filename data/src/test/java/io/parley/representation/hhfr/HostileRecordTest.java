package io.parley.representation.hhfr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.binding.Record;
import io.parley.binding.RecordBinding;
import io.parley.layout.ComplexLayout;
import java.util.Arrays;
import java.util.Random;
import javax.xml.stream.XMLStreamException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests records that no encoder writes: they cause coded errors that name the place, and allocate no memory for missing
 * content.
 */
class HostileRecordTest {
    private static final RecordBinding BINDING = RecordRoundTripTest.BINDING;
    private static final ComplexLayout ROOT = (ComplexLayout) BINDING.element().type();

    private static Record sample() {
        return Record.builder(ROOT)
                .attribute("id", 7L)
                .add("name", "name")
                .add("numbers", 1.0)
                .add("left", 1)
                .add("child", Record.builder(ROOT).add("name", "inner").build())
                .build();
    }

    @Test
    void aMessageThatIsCutOffAnywhereIsMalformed() throws XMLStreamException {
        byte[] whole = Messages.encode(BINDING, sample());
        for (int length = 0; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> Messages.decode(BINDING, cut))
                    .as("cut after " + length + " bytes")
                    .isInstanceOfSatisfying(
                            ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.MALFORMED_MESSAGE));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void flippedBytesGiveARecordOrACodedErrorAndNothingElse(long seed) throws XMLStreamException {
        byte[] whole = Messages.encode(BINDING, sample());
        Random random = new Random(seed);
        for (int i = 0; i < 500; i++) {
            byte[] changed = whole.clone();
            for (int flips = 1 + random.nextInt(3); flips > 0; flips--) {
                changed[random.nextInt(changed.length)] = (byte) random.nextInt();
            }
            Throwable thrown = catchThrowable(() -> Messages.decode(BINDING, changed));
            if (thrown != null) {
                assertThat(thrown).as("seed " + seed + ", try " + i).isInstanceOf(ParleyException.class);
            }
        }
    }

    @Test
    void aCountOfTwoToTheThirtyOneItemsIsRefusedBeforeAnythingIsAllocated() {
        byte[] head = {Segment.PART, 0, 0x64, 0x4C, 0x31, 0x1C, 1};
        byte[] states = new byte[(BINDING.root().alternatives().get(0).complex().stateBits() + 7) / 8];
        byte[] bytes = Arrays.copyOf(head, head.length + states.length + 6);
        int at = head.length + states.length;
        bytes[at] = 0; // no other attributes
        Arrays.fill(bytes, at + 1, at + 5, (byte) 0xFF);
        bytes[at + 5] = 0x07; // 2^31 - 1 items of the choice

        assertThatThrownBy(() -> Messages.decode(BINDING, bytes))
                .isInstanceOf(ParleyException.class)
                .hasMessageContaining("Root/[left, right]")
                .hasMessageContaining("2147483647");
    }

    @Test
    void recordsNestedWithoutEndMeetTheDepthLimit() {
        Record record = Record.builder(ROOT).add("name", "n").build();
        for (int i = 0; i < 150; i++) {
            record = Record.builder(ROOT).add("name", "n").add("child", record).build();
        }
        Record deep = record;
        assertThatThrownBy(() -> Messages.decode(BINDING, Messages.encode(BINDING, deep)))
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LIMIT))
                .hasMessageContaining("parley.limits.depth");
    }

    @Test
    void aSecondRootIsMalformed() throws XMLStreamException {
        byte[] once = Messages.encode(BINDING, sample());
        byte[] twice = Arrays.copyOf(once, 2 * once.length - 1);
        System.arraycopy(once, 0, twice, once.length - 1, once.length);

        assertThatThrownBy(() -> Messages.decode(BINDING, twice))
                .isInstanceOf(ParleyException.class)
                .hasMessageContaining("one root element");
    }

    @Test
    void aPartNumberThatWasNotAgreedIsMalformed() throws XMLStreamException {
        byte[] bytes = Messages.encode(BINDING, sample());
        bytes[1] = 1;

        assertThatThrownBy(() -> Messages.decode(BINDING, bytes))
                .isInstanceOf(ParleyException.class)
                .hasMessageContaining("the number of a typed part");
    }
}
