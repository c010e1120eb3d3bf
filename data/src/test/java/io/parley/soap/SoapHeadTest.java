package io.parley.soap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.parley.ErrorCode;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.representation.Sink;
import io.parley.representation.Source;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SoapHeadTest {
    @Test
    void whatIsWrittenIsRead() {
        SoapHead request = SoapHead.request(
                SoapVersion.V1_1,
                "urn:billing/Größe",
                List.of(new SoapHead.Header("X-Trace", "4711"), new SoapHead.Header("X-Trace", "a\tb")));
        SoapHead fault = SoapHead.response(SoapVersion.V1_2, 500, List.of());

        assertThat(read(written(request))).isEqualTo(request);
        assertThat(read(written(fault))).isEqualTo(fault);
    }

    @Test
    void anotherRepresentationIsANumberInTheHeadAndTheUsualOneIsNone() {
        SoapHead usual = SoapHead.request(SoapVersion.V1_1, "urn:a", List.of());
        SoapHead other = usual.chosen(3).acknowledging(List.of(1, 2));

        assertThat(other.representation()).isEqualTo(3);
        assertThat(read(written(other))).isEqualTo(other);
        assertThat(usual.chosen(0)).isSameAs(usual);
        assertThat(read(written(usual)).representation()).isZero();
        for (int number : new int[] {0, 32, Integer.MAX_VALUE, -1}) {
            ByteBuf bytes = Unpooled.buffer();
            bytes.writeByte(0x21).writeByte(0);
            Sink sink = new Sink(UnpooledByteBufAllocator.DEFAULT, 64, (chunk, last) -> {
                bytes.writeBytes(chunk);
                chunk.release();
            });
            sink.writeVarint(number);
            sink.writeVarint(0);
            sink.writeVarint(0);
            sink.finish();
            assertThatThrownBy(() -> read(bytes)).satisfies(error -> assertCode(error, ErrorCode.MALFORMED_MESSAGE));
        }
    }

    @Test
    void anEmptyHeadTakesFourBytes() {
        ByteBuf bytes = written(SoapHead.request(SoapVersion.V1_1, "", List.of()));
        try {
            assertThat(bytes.readableBytes()).isEqualTo(4);
        } finally {
            bytes.release();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "two words", "a:b", "line\r\nX-Admin", "Größe"})
    void aHeaderNameThatIsNoTokenIsNotWrittenAndNotRead(String name) {
        SoapHead head = SoapHead.request(SoapVersion.V1_1, "", List.of(new SoapHead.Header(name, "v")));

        assertThatThrownBy(() -> written(head)).satisfies(error -> assertCode(error, ErrorCode.ENCODING));
        ByteBuf bytes = raw(sink -> {
            sink.writeString("");
            sink.writeVarint(1);
            sink.writeString(name);
            sink.writeString("v");
        });
        assertThatThrownBy(() -> read(bytes)).satisfies(error -> assertCode(error, ErrorCode.MALFORMED_MESSAGE));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\r\nSet-Cookie: x", "a\u0000b", "a\u007f"})
    void headerSplittingInAValueIsNotWrittenAndNotRead(String value) {
        SoapHead head = SoapHead.request(SoapVersion.V1_1, "", List.of(new SoapHead.Header("n", value)));

        assertThatThrownBy(() -> written(head)).satisfies(error -> assertCode(error, ErrorCode.ENCODING));
        ByteBuf bytes = raw(sink -> {
            sink.writeString("");
            sink.writeVarint(1);
            sink.writeString("n");
            sink.writeString(value);
        });
        assertThatThrownBy(() -> read(bytes)).satisfies(error -> assertCode(error, ErrorCode.MALFORMED_MESSAGE));
    }

    @Test
    void moreHeadersThanAHeadCarriesAreRefusedOnBothSides() {
        List<SoapHead.Header> many = Collections.nCopies(SoapHead.MAX_HEADERS + 1, new SoapHead.Header("n", "v"));
        assertThatThrownBy(() -> written(SoapHead.request(SoapVersion.V1_1, "", many)))
                .satisfies(error -> assertCode(error, ErrorCode.ENCODING));

        ByteBuf bytes = raw(sink -> {
            sink.writeString("");
            sink.writeVarint(many.size());
            many.forEach(header -> {
                sink.writeString(header.name());
                sink.writeString(header.value());
            });
        });
        assertThatThrownBy(() -> read(bytes)).satisfies(error -> assertCode(error, ErrorCode.LIMIT));
    }

    @Test
    void aTextAtItsLimitPassesAndOneByteMoreDoesNot() {
        String longest = "a".repeat(SoapHead.MAX_TEXT);
        SoapHead head = SoapHead.request(SoapVersion.V1_1, longest, List.of());
        assertThat(read(written(head))).isEqualTo(head);

        assertThatThrownBy(() -> written(SoapHead.request(SoapVersion.V1_1, longest + "a", List.of())))
                .satisfies(error -> assertCode(error, ErrorCode.ENCODING));
        ByteBuf bytes = raw(sink -> sink.writeString(longest + "a"));
        assertThatThrownBy(() -> read(bytes)).satisfies(error -> assertCode(error, ErrorCode.LIMIT));
    }

    @Test
    void everyTruncationIsAnErrorAndNothingElse() {
        ByteBuf whole =
                written(SoapHead.request(SoapVersion.V1_2, "urn:a", List.of(new SoapHead.Header("name", "value"))));
        try {
            for (int length = 0; length < whole.readableBytes(); length++) {
                ByteBuf part = whole.copy(0, length);
                assertThatThrownBy(() -> read(part)).satisfies(error -> assertCode(error, ErrorCode.MALFORMED_MESSAGE));
            }
        } finally {
            whole.release();
        }
    }

    @Test
    void anUnknownVersionIsRefused() {
        ByteBuf bytes = Unpooled.wrappedBuffer(new byte[] {3, 0, 0, 0});
        assertThatThrownBy(() -> read(bytes))
                .satisfies(error -> assertCode(error, ErrorCode.MALFORMED_MESSAGE))
                .hasMessageContaining("expected SOAP version 1 or 2, found 3");
    }

    private static void assertCode(Throwable error, ErrorCode code) {
        assertThat(error)
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    private static SoapHead read(ByteBuf bytes) {
        try (Source source = Source.of(bytes, Limits.defaults())) {
            SoapHead head = SoapHead.read(source);
            source.expectEnd("test");
            return head;
        }
    }

    private static ByteBuf written(SoapHead head) {
        return collect(head::write);
    }

    /** Returns a head with correct version and status, and the given rest. */
    private static ByteBuf raw(Consumer<Sink> rest) {
        return collect(sink -> {
            sink.writeByte(1);
            sink.writeVarint(0);
            rest.accept(sink);
        });
    }

    private static ByteBuf collect(Consumer<Sink> content) {
        ByteBuf all = Unpooled.buffer();
        Sink sink = new Sink(UnpooledByteBufAllocator.DEFAULT, 4096, (chunk, last) -> {
            all.writeBytes(chunk);
            chunk.release();
        });
        try {
            content.accept(sink);
            sink.finish();
            return all;
        } catch (RuntimeException e) {
            sink.discard();
            all.release();
            throw e;
        }
    }
}
