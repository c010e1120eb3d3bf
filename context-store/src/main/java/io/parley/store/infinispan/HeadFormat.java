package io.parley.store.infinispan;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.context.ContentAddress;
import io.parley.context.EntryInfo;
import io.parley.context.LogRecord;
import io.parley.context.Scope;
import io.parley.context.Usage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Binary format of heads. A summary comes first, which is all that the index of a node reads:
 *
 * <pre>
 * format (1 byte), scope, term, last, next expiry, oldest record (8 bytes each)
 * owners: count (4 bytes), each: name, entries, bytes
 * forgotten, stamps: count (1 byte), each 8 bytes
 * entries: count (4 bytes), each: name, version, expiry, owner, media type, hash (32 bytes), length (4 bytes),
 *   location of the value (1 byte: 0 if its bytes follow; 1 if it is stored apart, then its place of 16 bytes follows)
 * log: count (4 bytes), each: number, previous, at, name, kind (1 byte: 1 put, 2 delete, 3 expire), author,
 *   length (4 bytes), hash
 * </pre>
 *
 * <p>Numbers are big-endian; text has a length of two bytes and is encoded as by {@link DataOutputStream#writeUTF}.
 */
final class HeadFormat {
    private static final byte FORMAT = 2;
    private static final int HASH = 32;
    private static final int ROOM = 1024;

    /** Summary of a scope in the index of a node; times are in milliseconds, {@link Long#MAX_VALUE} for none. */
    record Summary(Scope scope, long term, long last, long nextExpiry, long oldestRecord, Map<String, Usage> usages) {
        boolean isOlderThan(Summary other) {
            return term != other.term ? term < other.term : last < other.last;
        }
    }

    private HeadFormat() {}

    static byte[] encode(Head head) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(ROOM);
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            writeSummary(head, out);
            out.writeLong(head.forgotten());
            out.writeByte(head.stamps().size());
            for (long stamp : head.stamps()) {
                out.writeLong(stamp);
            }
            out.writeInt(head.slots().size());
            for (Head.Slot slot : head.slots().values()) {
                writeSlot(slot, out);
            }
            out.writeInt(head.log().size());
            for (LogRecord what : head.log()) {
                writeRecord(what, out);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory failed", e);
        }
        return bytes.toByteArray();
    }

    private static void writeSummary(Head head, DataOutputStream out) throws IOException {
        out.writeByte(FORMAT);
        out.writeUTF(head.scope().id());
        out.writeLong(head.term());
        out.writeLong(head.last());
        out.writeLong(head.slots().values().stream()
                .mapToLong(slot -> slot.info().expiresAt().toEpochMilli())
                .min()
                .orElse(Long.MAX_VALUE));
        out.writeLong(
                head.log().isEmpty() ? Long.MAX_VALUE : head.log().get(0).at().toEpochMilli());
        Map<String, Usage> usages = head.usages();
        out.writeInt(usages.size());
        for (Map.Entry<String, Usage> each : usages.entrySet()) {
            out.writeUTF(each.getKey());
            out.writeLong(each.getValue().entries());
            out.writeLong(each.getValue().bytes());
        }
    }

    private static void writeSlot(Head.Slot slot, DataOutputStream out) throws IOException {
        EntryInfo info = slot.info();
        out.writeUTF(info.key().name());
        out.writeLong(info.version());
        out.writeLong(info.expiresAt().toEpochMilli());
        out.writeUTF(info.owner());
        out.writeUTF(info.mediaType());
        out.write(info.content().hash());
        out.writeInt(info.length());
        LongValues.Place place = slot.place();
        out.writeBoolean(place != null);
        if (place == null) {
            out.write(slot.toArray());
        } else {
            out.writeLong(place.at());
            out.writeLong(place.random());
        }
    }

    private static void writeRecord(LogRecord what, DataOutputStream out) throws IOException {
        out.writeLong(what.number());
        out.writeLong(what.previous());
        out.writeLong(what.at().toEpochMilli());
        out.writeUTF(what.key().name());
        out.writeByte(code(what.kind()));
        out.writeUTF(what.author());
        out.writeInt(what.length());
        out.write(what.content().hash());
    }

    static Summary summary(byte[] bytes) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            return readSummary(in);
        } catch (IOException e) {
            throw spoiled(e);
        }
    }

    static Head decode(byte[] bytes) {
        ByteArrayInputStream source = new ByteArrayInputStream(bytes);
        try (DataInputStream in = new DataInputStream(source)) {
            Summary summary = readSummary(in);
            long forgotten = in.readLong();
            List<Long> stamps = new ArrayList<>();
            for (int count = in.readByte(); count > 0; count--) {
                stamps.add(in.readLong());
            }
            TreeMap<Head.Name, Head.Slot> slots = new TreeMap<>();
            for (int count = in.readInt(); count > 0; count--) {
                Head.Slot slot = readSlot(summary.scope, in, source, bytes);
                slots.put(new Head.Name(slot.info().key().name()), slot);
            }
            List<LogRecord> log = new ArrayList<>();
            for (int count = in.readInt(); count > 0; count--) {
                log.add(readRecord(summary.scope, in));
            }
            return new Head(summary.scope, summary.term, summary.last, forgotten, stamps, slots, log);
        } catch (IOException e) {
            throw spoiled(e);
        }
    }

    private static Summary readSummary(DataInputStream in) throws IOException {
        byte format = in.readByte();
        if (format != FORMAT) {
            throw new IOException("expected format " + FORMAT + ", found " + format);
        }
        Scope scope = new Scope(in.readUTF());
        long term = in.readLong();
        long last = in.readLong();
        long nextExpiry = in.readLong();
        long oldestRecord = in.readLong();
        Map<String, Usage> usages = new HashMap<>();
        for (int count = in.readInt(); count > 0; count--) {
            usages.put(in.readUTF(), new Usage(in.readLong(), in.readLong()));
        }
        return new Summary(scope, term, last, nextExpiry, oldestRecord, usages);
    }

    private static Head.Slot readSlot(Scope scope, DataInputStream in, ByteArrayInputStream source, byte[] bytes)
            throws IOException {
        String name = in.readUTF();
        long version = in.readLong();
        Instant expiry = Instant.ofEpochMilli(in.readLong());
        String owner = in.readUTF();
        String mediaType = in.readUTF();
        ContentAddress content = readHash(in);
        int length = in.readInt();
        EntryInfo info = new EntryInfo(scope.key(name), version, expiry, owner, mediaType, length, content);
        if (in.readBoolean()) {
            return new Head.Slot(info, new LongValues.Place(in.readLong(), in.readLong()), null);
        }
        int offset = bytes.length - source.available();
        in.skipNBytes(length);
        return new Head.Slot(
                info, null, ByteBuffer.wrap(bytes, offset, length).slice().asReadOnlyBuffer());
    }

    private static LogRecord readRecord(Scope scope, DataInputStream in) throws IOException {
        long number = in.readLong();
        long previous = in.readLong();
        Instant at = Instant.ofEpochMilli(in.readLong());
        String name = in.readUTF();
        LogRecord.Kind kind = kind(in.readByte());
        String author = in.readUTF();
        int length = in.readInt();
        return new LogRecord(number, previous, at, scope.key(name), kind, author, length, readHash(in));
    }

    private static byte code(LogRecord.Kind kind) {
        return switch (kind) {
            case PUT -> 1;
            case DELETE -> 2;
            case EXPIRE -> 3;
        };
    }

    private static LogRecord.Kind kind(byte code) throws IOException {
        return switch (code) {
            case 1 -> LogRecord.Kind.PUT;
            case 2 -> LogRecord.Kind.DELETE;
            case 3 -> LogRecord.Kind.EXPIRE;
            default -> throw new IOException("expected the code of a change, found " + code);
        };
    }

    private static ContentAddress readHash(DataInputStream in) throws IOException {
        byte[] hash = new byte[HASH];
        in.readFully(hash);
        return ContentAddress.ofHash(hash);
    }

    private static ParleyException spoiled(IOException why) {
        return new ParleyException(
                ErrorCode.CONTENT_MISMATCH,
                "infinispan context store: expected a context as it was written, found other bytes; it is not used",
                why);
    }
}
