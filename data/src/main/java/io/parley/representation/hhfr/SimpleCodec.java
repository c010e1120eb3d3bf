package io.parley.representation.hhfr;

import io.parley.ErrorCode;
import io.parley.HotPath;
import io.parley.ParleyException;
import io.parley.UnexpectedObject;
import io.parley.binding.Binary;
import io.parley.binding.ObjectSizes;
import io.parley.layout.Scalar;
import io.parley.layout.SimpleLayout;
import io.parley.representation.Sink;
import io.parley.representation.Source;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import javax.xml.XMLConstants;
import javax.xml.datatype.Duration;
import javax.xml.datatype.XMLGregorianCalendar;
import javax.xml.namespace.QName;

/** Codec of values of simple types (docs/reference/hhfr.md, "Values"). */
final class SimpleCodec {
    /** Greatest initial capacity of a list whose items have not arrived. */
    static final int MAX_INITIAL_CAPACITY = 1024;

    private static final long DECLARED_BYTES = 16;

    private SimpleCodec() {}

    /** Writes a value, or the {@code List} of a list type. */
    static void write(SimpleLayout type, Object value, Sink sink, String path) {
        if (type.list()) {
            List<?> items = (List<?>) value;
            sink.writeVarint(items.size());
            writeAll(type, items, sink, path);
        } else {
            writeOne(type, value, sink, path);
        }
    }

    static Object read(SimpleLayout type, Source source, String path) {
        return type.list() ? readAll(type, count(type, source, path), source, path) : readOne(type, source, path);
    }

    private static int count(SimpleLayout type, Source source, String path) {
        return source.readCountOfBits(Byte.SIZE * minBytes(type.scalar(), type), ObjectSizes.ofListed(type), path);
    }

    /** Writes items one after the other; items of fixed size have no gaps. */
    static void writeAll(SimpleLayout type, List<?> items, Sink sink, String path) {
        if (type.scalar().fixedBytes() > 0) {
            FixedCodec.writeAll(type, items, sink, path);
            return;
        }
        if (type.isPlainText()) {
            writeTexts(type, items, sink, path);
            return;
        }
        for (Object item : items) {
            writeOne(type, item, sink, path);
        }
    }

    @HotPath
    private static void writeTexts(SimpleLayout type, List<?> items, Sink sink, String path) {
        for (Object item : items) {
            if (!(item instanceof String text)) {
                throw unexpected(type, item, path);
            }
            sink.writeString(text);
        }
    }

    static List<Object> readAll(SimpleLayout type, int count, Source source, String path) {
        if (type.scalar().fixedBytes() > 0) {
            return FixedCodec.readAll(type, count, source, path);
        }
        List<Object> items = new ArrayList<>(initialCapacity(count, source));
        if (type.isPlainText()) {
            for (int i = 0; i < count; i++) {
                items.add(source.readString(path));
            }
            return items;
        }
        for (int i = 0; i < count; i++) {
            items.add(readOne(type, source, path));
        }
        return items;
    }

    /**
     * Returns the initial capacity of a list: that of all items if enough bytes are declared for each, of which a
     * reference takes at most a fourth, so that memory is reserved for it.
     */
    private static int initialCapacity(int count, Source source) {
        return source.isKnownToHold(DECLARED_BYTES * count) ? count : Math.min(count, MAX_INITIAL_CAPACITY);
    }

    /** Returns the least number of bytes of a value. */
    static int minBytes(SimpleLayout type) {
        return type.list() ? 1 : minBytes(type.scalar(), type);
    }

    private static int minBytes(Scalar scalar, SimpleLayout type) {
        if (scalar.fixedBytes() > 0) {
            return scalar.fixedBytes();
        }
        return Math.max(1, type.fixedBytes());
    }

    private static ParleyException unexpected(SimpleLayout type, Object value, String path) {
        return new ParleyException(
                ErrorCode.ENCODING,
                path + ": expected an object for " + type.builtIn().getLocalPart() + ", found one of another class",
                UnexpectedObject.of(value));
    }

    private static void writeOne(SimpleLayout type, Object value, Sink sink, String path) {
        boolean binary = type.scalar() == Scalar.BASE64_BINARY && value instanceof Binary;
        if (!binary && !type.scalar().javaType().isInstance(value)) {
            throw unexpected(type, value, path);
        }
        switch (type.scalar()) {
            case INTEGER -> NumberCodec.write((BigInteger) value, sink, path);
            case DECIMAL -> NumberCodec.write((BigDecimal) value, sink, path);
            case STRING -> TextCodec.write(type, (String) value, sink, path);
            case BASE64_BINARY -> BinaryCodec.write(type, value, sink, path);
            case HEX_BINARY -> TextCodec.writeBytes(type, (byte[]) value, sink, path);
            case CALENDAR -> TimeCodec.write((XMLGregorianCalendar) value, sink, path);
            case DURATION -> TimeCodec.write((Duration) value, sink, path);
            case QNAME -> write((QName) value, sink);
            default -> FixedCodec.write(type, value, sink, path);
        }
    }

    private static Object readOne(SimpleLayout type, Source source, String path) {
        return switch (type.scalar()) {
            case INTEGER -> NumberCodec.readInteger(source, path);
            case DECIMAL -> NumberCodec.readDecimal(source, path);
            case STRING -> TextCodec.read(type, source, path);
            case BASE64_BINARY -> BinaryCodec.read(type, source, path);
            case HEX_BINARY -> TextCodec.readBytes(type, source, path);
            case CALENDAR -> TimeCodec.readCalendar(source, path);
            case DURATION -> TimeCodec.readDuration(source, path);
            case QNAME -> readName(source, path);
            default -> FixedCodec.read(type, source, path);
        };
    }

    /** Writes a name: namespace, local name, prefix. */
    static void write(QName name, Sink sink) {
        sink.writeString(name.getNamespaceURI());
        sink.writeString(name.getLocalPart());
        sink.writeString(name.getPrefix() == null ? XMLConstants.DEFAULT_NS_PREFIX : name.getPrefix());
    }

    static QName readName(Source source, String path) {
        return new QName(source.readString(path), source.readString(path), source.readString(path));
    }
}
