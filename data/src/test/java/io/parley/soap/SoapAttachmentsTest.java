package io.parley.soap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.parley.ErrorCode;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.representation.SentBinary;
import io.parley.representation.SideContent;
import io.parley.representation.SideSink;
import io.parley.representation.SideSource;
import io.parley.representation.Sink;
import io.parley.representation.Source;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Tests attachments in the head of a message, and false ones of a hostile peer. */
class SoapAttachmentsTest {
    private static final SoapHead.Header TYPE = new SoapHead.Header("Content-Type", "a/b");
    private static final int LONG = SentBinary.INLINE_BYTES + 1;

    private final List<SideContent> sent = new ArrayList<>();

    private final SideSource received = new SideSource() {
        @Override
        public int count() {
            return sent.size();
        }

        @Override
        public InputStream take(int number, String where) {
            if (number < 0 || number >= sent.size()) {
                throw SideSource.unknown(sent.size(), number, where);
            }
            try {
                return sent.get(number).open();
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    };

    @Test
    void shortOnesStandInTheHeadAndLongOnesBesideTheMessage() throws IOException {
        SoapHead head = SoapHead.request(SoapVersion.V1_1, "urn:a", List.of())
                .acknowledging(List.of(3))
                .attaching(List.of(attachment("none", 0), attachment("short", LONG - 1), attachment("long", LONG)));

        SoapHead read = read(written(head::write));

        assertThat(sent).hasSize(1);
        assertThat(read.kept()).containsExactly(3);
        assertThat(read.attachments()).extracting(SoapAttachment::id).containsExactly("none", "short", "long");
        assertThat(read.attachments()).allMatch(each -> each.headers().equals(List.of(TYPE)));
        assertThat(bytes(read, 0)).isEmpty();
        assertThat(bytes(read, 1)).isEqualTo(content(LONG - 1));
        assertThat(bytes(read, 1)).as("as often as one likes").isEqualTo(content(LONG - 1));
        assertThat(bytes(read, 2)).isEqualTo(content(LONG));
        assertThatThrownBy(() -> bytes(read, 2)).satisfies(error -> assertCode(error.getCause(), ErrorCode.CLOSED));
    }

    @Test
    void withoutSideStreamsTheyStandInTheHeadUpToTheLimitOfStrings() {
        List<SoapAttachment> one = List.of(attachment("long", LONG));
        ByteBuf bytes = written(head(one)::write, SideSink.NONE);
        assertThat(bytes.readableBytes()).isGreaterThan(LONG);
        bytes.release();

        SideSink narrow = new SideSink() {
            @Override
            public int add(SideContent content) {
                return INLINE;
            }

            @Override
            public int mostInline() {
                return LONG - 1;
            }
        };
        assertThatThrownBy(() -> written(head(one)::write, narrow))
                .satisfies(error -> assertCode(error, ErrorCode.ENCODING));
    }

    @Test
    void aFalseNumberFailsWhoReadsTheAttachmentAndNobodyElse() {
        for (long place : new long[] {1, 7, Integer.MAX_VALUE, 1L << 31, 1L << 32, -1L}) {
            SoapHead read = read(raw(1, sink -> {
                name(sink);
                sink.writeVarint(place);
            }));
            assertThatThrownBy(() -> bytes(read, 0))
                    .satisfies(error -> assertCode(error.getCause(), ErrorCode.MALFORMED_MESSAGE));
        }
    }

    @Test
    void headerSplittingIsNotWrittenAndNotRead() {
        for (String bad : new String[] {"a\r\nX: y", "a\u0000"}) {
            assertThatThrownBy(() -> written(head(List.of(new SoapAttachment(bad, List.of(), () -> null)))::write))
                    .satisfies(error -> assertCode(error, ErrorCode.ENCODING));
            assertThatThrownBy(() -> read(raw(1, sink -> {
                        sink.writeString(bad);
                        sink.writeVarint(0);
                        sink.writeVarint(0);
                        sink.writeVarint(0);
                    })))
                    .satisfies(error -> assertCode(error, ErrorCode.MALFORMED_MESSAGE));
            assertThatThrownBy(() -> read(raw(1, sink -> {
                        sink.writeString("id");
                        sink.writeVarint(1);
                        sink.writeString("n");
                        sink.writeString(bad);
                        sink.writeVarint(0);
                        sink.writeVarint(0);
                    })))
                    .satisfies(error -> assertCode(error, ErrorCode.MALFORMED_MESSAGE));
        }
    }

    @Test
    void tooManyAreNotWrittenAndNotRead() {
        List<SoapAttachment> many = Collections.nCopies(SoapAttachments.MAX_ATTACHMENTS + 1, attachment("x", 0));
        assertThatThrownBy(() -> written(head(many)::write)).satisfies(error -> assertCode(error, ErrorCode.ENCODING));
        assertThatThrownBy(() -> read(raw(SoapAttachments.MAX_ATTACHMENTS + 1, sink -> {
                    for (int i = 0; i <= SoapAttachments.MAX_ATTACHMENTS; i++) {
                        name(sink);
                        sink.writeVarint(0);
                        sink.writeVarint(0);
                    }
                })))
                .satisfies(error -> assertCode(error, ErrorCode.LIMIT));
        assertThatThrownBy(() -> read(raw(0, sink -> {})))
                .satisfies(error -> assertCode(error, ErrorCode.MALFORMED_MESSAGE));
    }

    @Test
    void whatIsCutOffIsRefusedAtEachByteBeforeMemoryIsTakenForIt() {
        ByteBuf whole = written(head(List.of(attachment("short", 100)))::write);
        byte[] bytes = new byte[whole.readableBytes()];
        whole.readBytes(bytes);
        whole.release();
        for (int length = 0; length < bytes.length; length++) {
            ByteBuf cut = Unpooled.copiedBuffer(bytes, 0, length);
            assertThatThrownBy(() -> read(cut)).satisfies(error -> assertCode(error, ErrorCode.MALFORMED_MESSAGE));
        }
        assertThatThrownBy(() -> read(raw(1, sink -> {
                    name(sink);
                    sink.writeVarint(0);
                    sink.writeVarint(Integer.MAX_VALUE);
                })))
                .isInstanceOf(ParleyException.class);
    }

    @Test
    void whatCannotBeReadIsAnErrorOfTheSender() {
        SoapAttachment failing = new SoapAttachment("x", List.of(), () -> {
            throw new IOException("as the test wants");
        });
        assertThatThrownBy(() -> written(head(List.of(failing))::write))
                .satisfies(error -> assertCode(error, ErrorCode.ENCODING));
    }

    private static SoapHead head(List<SoapAttachment> attachments) {
        return SoapHead.request(SoapVersion.V1_2, "", List.of()).attaching(attachments);
    }

    private static SoapAttachment attachment(String id, int length) {
        return new SoapAttachment(id, List.of(TYPE), () -> new ByteArrayInputStream(content(length)));
    }

    private static byte[] content(int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (i * 31 + length);
        }
        return bytes;
    }

    private static byte[] bytes(SoapHead head, int number) throws IOException {
        try (InputStream in = head.attachments().get(number).content().open()) {
            return in.readAllBytes();
        }
    }

    private static void name(Sink sink) {
        sink.writeString("id");
        sink.writeVarint(0);
    }

    /** Returns a head that declares attachments. */
    private ByteBuf raw(int count, Consumer<Sink> attachments) {
        return written(sink -> {
            sink.writeByte(0x41);
            sink.writeVarint(0);
            sink.writeString("");
            sink.writeVarint(0);
            sink.writeVarint(count);
            attachments.accept(sink);
        });
    }

    private ByteBuf written(Consumer<Sink> content) {
        return written(content, side -> {
            sent.add(side);
            return sent.size() - 1;
        });
    }

    private static ByteBuf written(Consumer<Sink> content, SideSink sides) {
        ByteBuf out = Unpooled.buffer();
        Sink sink = new Sink(
                UnpooledByteBufAllocator.DEFAULT,
                1024,
                (chunk, last) -> {
                    out.writeBytes(chunk);
                    chunk.release();
                },
                sides);
        try {
            content.accept(sink);
            sink.finish();
            return out;
        } catch (RuntimeException e) {
            sink.discard();
            out.release();
            throw e;
        }
    }

    private SoapHead read(ByteBuf bytes) {
        try (Source source = Source.of(bytes, Limits.defaults(), received)) {
            return SoapHead.read(source);
        }
    }

    private static void assertCode(Throwable error, ErrorCode code) {
        assertThat(error)
                .isInstanceOfSatisfying(
                        ParleyException.class, coded -> assertThat(coded.code()).isEqualTo(code));
    }
}
