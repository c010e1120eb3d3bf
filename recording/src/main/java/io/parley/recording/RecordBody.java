package io.parley.recording;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.context.ContentAddress;
import io.parley.recording.RecordedMessage.Direction;
import io.parley.recording.RecordedMessage.Kind;
import io.parley.recording.SessionDescription.PartDescription;
import io.parley.representation.Sink;
import io.parley.representation.Source;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/** Binary format of record bodies (docs/reference/recording.md). */
final class RecordBody {
    private static final int CHUNK = 1_024;
    private static final int REDELIVERED = 0x01;
    private static final int NOT_WHOLE = 0x02;
    private static final int HAS_HEADERS = 0x04;
    private static final int MIN_TEXT_BYTES = 1;
    private static final int MIN_PART_BYTES = 4 * MIN_TEXT_BYTES;

    private RecordBody() {}

    /** Returns the fields at the start of every body. */
    static byte[] start(RecordKind kind, long number, Instant time) {
        return bytes(sink -> {
            sink.writeByte(kind.number());
            sink.writeVarint(number);
            sink.writeVarint(time.toEpochMilli());
        });
    }

    static byte[] session(long session, boolean again, SessionDescription description) {
        return bytes(sink -> {
            sink.writeVarint(session);
            sink.writeByte(again ? 1 : 0);
            sink.writeString(description.role());
            sink.writeString(description.agreement());
            sink.writeString(description.endpoint());
            sink.writeString(description.representation());
            writeList(sink, description.schemas(), set -> writeList(sink, set, address -> writeAddress(sink, address)));
            writeList(sink, description.parts(), part -> {
                sink.writeString(part.key());
                sink.writeString(part.element());
                sink.writeString(part.type());
                sink.writeString(part.fingerprint());
            });
        });
    }

    /** Returns the fields of a message, which its content follows. */
    static byte[] message(RecordedMessage message) {
        return bytes(sink -> {
            sink.writeVarint(message.session());
            sink.writeByte(message.direction().number());
            sink.writeByte(message.kind().number());
            sink.writeVarint(message.call());
            sink.writeByte((message.redelivered() ? REDELIVERED : 0)
                    | (message.whole() ? 0 : NOT_WHOLE)
                    | (message.headers().isEmpty() ? 0 : HAS_HEADERS));
            sink.writeString(message.operation());
            if (!message.headers().isEmpty()) {
                writeHeaders(sink, message.headers());
            }
        });
    }

    static byte[] gap(long messages, GapReason reason) {
        return bytes(sink -> {
            sink.writeVarint(messages);
            sink.writeByte(reason.number());
        });
    }

    static byte[] sessionEnd(long session) {
        return bytes(sink -> sink.writeVarint(session));
    }

    /** Reads the kind at the start of a body. */
    static RecordKind readKind(Source body) {
        return constant(RecordKind.values(), RecordKind::number, body);
    }

    static long readSession(Source body) {
        return body.readVarint();
    }

    static boolean readAgain(Source body) {
        return body.readByte() != 0;
    }

    static SessionDescription readDescription(Source body) {
        return new SessionDescription(
                body.readString("role"),
                body.readString("agreement"),
                body.readString("endpoint"),
                body.readString("representation"),
                readList(body, 1, set -> readList(set, Chain.HASH_BYTES, RecordBody::readAddress)),
                readList(body, MIN_PART_BYTES, RecordBody::readPart));
    }

    static RecordedMessage readMessage(Source body) {
        long session = body.readVarint();
        Direction direction = constant(Direction.values(), Direction::number, body);
        Kind kind = constant(Kind.values(), Kind::number, body);
        long call = body.readVarint();
        int flags = body.readByte();
        if ((flags & ~(REDELIVERED | NOT_WHOLE | HAS_HEADERS)) != 0) {
            throw ParleyException.malformed("known flags", "others", body.at("message"));
        }
        return new RecordedMessage(
                session,
                direction,
                kind,
                call,
                body.readString("operation"),
                (flags & REDELIVERED) != 0,
                (flags & NOT_WHOLE) == 0,
                (flags & HAS_HEADERS) == 0 ? Map.of() : readHeaders(body));
    }

    private static void writeHeaders(Sink sink, Map<Integer, ContentAddress> headers) {
        sink.writeVarint(headers.size());
        new TreeMap<>(headers).forEach((number, address) -> {
            sink.writeVarint(number);
            writeAddress(sink, address);
        });
    }

    private static Map<Integer, ContentAddress> readHeaders(Source body) {
        Map<Integer, ContentAddress> headers = new HashMap<>();
        for (int left = body.readCount(1 + Chain.HASH_BYTES, "headers"); left > 0; left--) {
            headers.put((int) body.readVarint(), readAddress(body));
        }
        return headers;
    }

    private static void writeAddress(Sink sink, ContentAddress address) {
        byte[] hash = address.hash();
        sink.writeBytes(hash, 0, hash.length);
    }

    /** Reads the rest of a body. */
    static byte[] readRest(Source body) {
        byte[] rest = new byte[Math.toIntExact(body.remaining())];
        body.readBytes(rest, 0, rest.length);
        return rest;
    }

    private static <T> T constant(T[] values, ToIntFunction<T> numberOf, Source body) {
        int number = body.readByte();
        for (T value : values) {
            if (numberOf.applyAsInt(value) == number) {
                return value;
            }
        }
        throw ParleyException.malformed("a known number", String.valueOf(number), body.at("record"));
    }

    private static ContentAddress readAddress(Source body) {
        byte[] hash = new byte[Chain.HASH_BYTES];
        body.readBytes(hash, 0, hash.length);
        return ContentAddress.ofHash(hash);
    }

    private static PartDescription readPart(Source body) {
        return new PartDescription(
                body.readString("key"),
                body.readString("element"),
                body.readString("type"),
                body.readString("fingerprint"));
    }

    private static <T> void writeList(Sink sink, List<T> items, Consumer<T> writer) {
        sink.writeVarint(items.size());
        items.forEach(writer);
    }

    private static <T> List<T> readList(Source body, int leastBytes, Function<Source, T> reader) {
        int count = body.readCount(leastBytes, "list");
        List<T> items = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            items.add(reader.apply(body));
        }
        return items;
    }

    private static byte[] bytes(Consumer<Sink> writer) {
        ByteBuf whole = Unpooled.buffer(CHUNK);
        Sink sink = new Sink(UnpooledByteBufAllocator.DEFAULT, CHUNK, (chunk, last) -> {
            whole.writeBytes(chunk);
            chunk.release();
        });
        try {
            writer.accept(sink);
            sink.finish();
            byte[] bytes = new byte[whole.readableBytes()];
            whole.readBytes(bytes);
            return bytes;
        } catch (ParleyException e) {
            throw new ParleyException(ErrorCode.INTERNAL, "cannot write a record: " + e.text(), e);
        } finally {
            sink.discard();
            whole.release();
        }
    }
}
