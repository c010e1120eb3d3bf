package io.parley.representation.hhfr;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.ParleyException;
import io.parley.layout.SimpleLayout;
import io.parley.representation.Sink;
import io.parley.representation.Source;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/** Codec of strings and binaries, according to the annotations of their layout. */
final class TextCodec {
    private TextCodec() {}

    private static boolean isUtf8(SimpleLayout type) {
        return type.fixedBytes() == 0 && type.encoding() == SimpleLayout.TextEncoding.UTF_8;
    }

    static void write(SimpleLayout type, String value, Sink sink, String path) {
        if (isUtf8(type)) {
            sink.writeString(value);
        } else {
            writeBytes(type, encode(type, value, path), sink, path);
        }
    }

    static String read(SimpleLayout type, Source source, String path) {
        if (isUtf8(type)) {
            return source.readString(path);
        }
        return decode(type, readBytes(type, source, path), source, path);
    }

    /** Writes bytes after their length, unless the length is fixed. */
    static void writeBytes(SimpleLayout type, byte[] bytes, Sink sink, String path) {
        if (type.fixedBytes() == 0) {
            sink.writeVarint(bytes.length);
        } else if (bytes.length != type.fixedBytes()) {
            throw new ParleyException(
                    ErrorCode.ENCODING, path + ": expected " + type.fixedBytes() + " bytes, found " + bytes.length);
        }
        sink.writeBytes(bytes, 0, bytes.length);
    }

    static byte[] readBytes(SimpleLayout type, Source source, String path) {
        int length = type.fixedBytes();
        if (length == 0) {
            length = source.readLength(Limit.STRING_BYTES, path);
        } else if (!source.holds(length)) {
            throw ParleyException.malformed(
                    length + " more bytes", source.remaining() + " before the end", source.at(path));
        } else {
            source.weigh(2L * length);
        }
        byte[] bytes = new byte[length];
        source.readBytes(bytes, 0, length);
        return bytes;
    }

    private static byte[] encode(SimpleLayout type, String value, String path) {
        try {
            ByteBuffer encoded = charset(type).newEncoder().encode(CharBuffer.wrap(value));
            byte[] bytes = new byte[encoded.remaining()];
            encoded.get(bytes);
            return bytes;
        } catch (CharacterCodingException e) {
            throw new ParleyException(
                    ErrorCode.ENCODING, path + ": expected " + type.encoding() + " text, found other characters", e);
        }
    }

    private static String decode(SimpleLayout type, byte[] bytes, Source source, String path) {
        try {
            return charset(type).newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException e) {
            throw new ParleyException(
                    ErrorCode.MALFORMED_MESSAGE,
                    source.at(path) + ": expected " + type.encoding() + " text, found bytes that are none",
                    e);
        }
    }

    private static Charset charset(SimpleLayout type) {
        return switch (type.encoding()) {
            case UTF_8 -> StandardCharsets.UTF_8;
            case LATIN_1 -> StandardCharsets.ISO_8859_1;
            case UTF_16 ->
                type.order() == ByteOrder.LITTLE_ENDIAN ? StandardCharsets.UTF_16LE : StandardCharsets.UTF_16BE;
        };
    }
}
