package io.parley.representation.hhfr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.UnpooledByteBufAllocator;
import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.binding.Binding;
import io.parley.binding.Part;
import io.parley.binding.PartKey;
import io.parley.binding.Parts;
import io.parley.representation.SinglePartCodec;
import io.parley.representation.Sink;
import io.parley.representation.Source;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAnyElement;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import javax.xml.namespace.QName;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.stream.XMLStreamException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

/** Tests messages of a single record, written and read one after the other with reused objects. */
class HhfrSinglePartCodecTest {
    private final SinglePartCodec codec = Objects.requireNonNull(Messages.HHFR.singlePartCodec());
    private static final PartKey OTHER = new PartKey(new QName("urn:test", "other"), PartKey.Direction.IN, 0);

    private Binding binding;
    private Parts parts;

    /** A bean with members that are typed and members that are not. */
    @XmlRootElement(name = "mixed")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class MixedBean {
        String name;
        List<String> words = new ArrayList<>();

        @XmlAnyElement
        List<Element> any = new ArrayList<>();
    }

    @BeforeEach
    void bind() throws Exception {
        binding = CodeFirst.of(MixedBean.class).binding();
        Part part = Messages.parts(binding).get(0);
        parts = Parts.of(List.of(part, Part.typed(OTHER, Objects.requireNonNull(part.layout()), binding, "")));
    }

    @Test
    void oneAfterTheOtherHasWhatIsItsOwn() throws Exception {
        for (int round = 0; round < 5; round++) {
            byte[] bytes = Messages.encode(binding, bean(round));

            MixedBean decoded = (MixedBean) read(bytes);

            assertThat(decoded.name).isEqualTo("round " + round);
            assertThat(decoded.words).hasSize(round);
            assertThat(decoded.any).hasSize(round % 2);
        }
    }

    @Test
    void whatEventsGoThroughStaysWithItsMessage() throws Exception {
        for (int round = 0; round < 2; round++) {
            boolean hasEvents = round == 1;
            Sink sink = new Sink(UnpooledByteBufAllocator.DEFAULT, 64, (chunk, last) -> chunk.release());
            codec.write(sink, parts, 0, bean(round));
            sink.discard();
            assertThat(sink.staysWithMessage()).isEqualTo(hasEvents);
            try (Source source = Messages.source(Messages.encode(binding, bean(round)))) {
                codec.read(source, parts, 0);
                assertThat(source.staysWithMessage()).isEqualTo(hasEvents);
            }
        }
    }

    @Test
    void whatFailedLeavesNothingForTheNext() throws Exception {
        byte[] whole = Messages.encode(binding, bean(3));
        for (int length = 0; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);

            assertThatThrownBy(() -> read(cut)).isInstanceOf(ParleyException.class);
            assertThat(((MixedBean) read(whole)).words).hasSize(3);
        }
        MixedBean unwritable = bean(1);
        unwritable.words.add("\uD800");
        assertThatThrownBy(() -> write(unwritable)).isInstanceOf(ParleyException.class);
        assertThat(write(bean(3))).isEqualTo(whole.length);
    }

    @Test
    void anotherPartOrSomethingBehindItIsRefused() throws Exception {
        byte[] whole = Messages.encode(binding, bean(1));
        byte[] other = whole.clone();
        other[1] = 1;
        ByteBuffer.wrap(other)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(2, parts.get(1).mark());
        byte[] confused = whole.clone();
        confused[1] = 1;
        byte[] unknown = whole.clone();
        unknown[1] = 2;
        byte[] more = Arrays.copyOf(whole, whole.length + 1);
        more[whole.length - 1] = Segment.RUN;
        byte[] events = whole.clone();
        events[0] = Segment.RUN;

        assertThatThrownBy(() -> read(other))
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SCHEMA_VIOLATION));
        assertThatThrownBy(() -> read(confused))
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNKNOWN_OPERATION));
        assertThatThrownBy(() -> read(unknown))
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.MALFORMED_MESSAGE));
        assertThatThrownBy(() -> read(more))
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.MALFORMED_MESSAGE));
        try (Source source = Messages.source(events)) {
            assertThat(codec.isNext(source)).isFalse();
            assertThat(source.position()).isZero();
        }
    }

    @Test
    void aValueOfAnotherClassIsNotWritten() {
        assertThatThrownBy(() -> write("text"))
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ENCODING));
    }

    private Object read(byte[] bytes) throws XMLStreamException {
        try (Source source = Messages.source(bytes)) {
            Object value = codec.read(source, parts, 0);
            source.expectEnd("message");
            return value;
        }
    }

    private long write(Object value) throws XMLStreamException {
        Sink sink = new Sink(UnpooledByteBufAllocator.DEFAULT, 64, (chunk, last) -> chunk.release());
        try {
            codec.write(sink, parts, 0, value);
            sink.finish();
            return sink.written();
        } finally {
            sink.discard();
        }
    }

    private static MixedBean bean(int round) throws Exception {
        MixedBean bean = new MixedBean();
        bean.name = "round " + round;
        for (int i = 0; i < round; i++) {
            bean.words.add("word");
        }
        if (round % 2 == 1) {
            bean.any.add(DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .newDocument()
                    .createElementNS("urn:any", "any"));
        }
        return bean;
    }
}
