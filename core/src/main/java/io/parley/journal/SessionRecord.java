package io.parley.journal;

import io.parley.context.ContentAddress;
import io.parley.context.Value;
import io.parley.session.DurableState;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Stored record of a session, besides its frames.
 *
 * @param digest of its agreement
 * @param principal the principal that owns it
 * @param terms the terms bytes of OPEN; on the opening side, the data needed to restore the agreement
 * @param newest hash of the newest secret for its resumption; on the opening side the secret itself, in hex
 * @param before hash of the previous secret; empty if that is no longer valid
 * @param stamp random, so that no two records are equal
 * @param batches content addresses of the needed batches of frames, by name, so that a missing or replaced one is
 *     detected
 * @param state derived from its frames
 */
record SessionRecord(
        Value digest,
        String principal,
        Value terms,
        String newest,
        String before,
        long stamp,
        SortedMap<String, ContentAddress> batches,
        DurableState state) {
    private static final String MEDIA_TYPE = "application/vnd.parley.session";
    private static final int FORM = 2;
    private static final int HASH_BYTES = 32;

    Value encoded() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(FORM);
            write(digest, out);
            out.writeUTF(principal);
            write(terms, out);
            out.writeUTF(newest);
            out.writeUTF(before);
            out.writeLong(stamp);
            out.writeInt(batches.size());
            for (Map.Entry<String, ContentAddress> batch : batches.entrySet()) {
                out.writeUTF(batch.getKey());
                out.write(batch.getValue().hash());
            }
            state.write(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Value.handOver(bytes.toByteArray(), MEDIA_TYPE);
    }

    /**
     * Decodes the form of {@link #encoded}; anything else is an {@link IOException}, since the store is not trusted.
     */
    static SessionRecord decode(Value value) throws IOException {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(value.toArray()))) {
            int form = in.readUnsignedByte();
            if (form != FORM) {
                throw new IOException("session: expected a record of form " + FORM + ", found " + form);
            }
            Value digest = read(in);
            if (digest.length() != HASH_BYTES) {
                throw new IOException(
                        "session: expected a digest of " + HASH_BYTES + " bytes, found " + digest.length());
            }
            String principal = in.readUTF();
            Value terms = read(in);
            String newest = in.readUTF();
            String before = in.readUTF();
            long stamp = in.readLong();
            SortedMap<String, ContentAddress> batches = new TreeMap<>();
            for (int left = in.readInt(); left > 0; left--) {
                String name = in.readUTF();
                if (!Journal.isBatch(name)) {
                    throw new IOException("session: expected the names of batches of frames, found another name");
                }
                byte[] hash = new byte[HASH_BYTES];
                in.readFully(hash);
                batches.put(name, ContentAddress.ofHash(hash));
            }
            return new SessionRecord(digest, principal, terms, newest, before, stamp, batches, DurableState.read(in));
        }
    }

    private static void write(Value bytes, DataOutputStream out) throws IOException {
        out.writeInt(bytes.length());
        out.write(bytes.toArray());
    }

    private static Value read(DataInputStream in) throws IOException {
        int length = in.readInt();
        if (length < 0 || length > in.available()) {
            throw new IOException("session: expected a length of at most the " + in.available()
                    + " bytes that the record still has, found " + length);
        }
        return bytes(in.readNBytes(length));
    }

    /** Returns bytes as a value without a specific type. */
    static Value bytes(byte[] bytes) {
        return Value.of(bytes, "application/octet-stream");
    }
}
