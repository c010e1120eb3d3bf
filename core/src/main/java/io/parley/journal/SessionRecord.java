package io.parley.journal;

import io.parley.context.Value;
import io.parley.session.DurableState;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * What is stored of a session beside its frames.
 *
 * @param digest of its agreement
 * @param principal whose it is
 * @param terms the terms bytes of OPEN
 * @param newest hash of the newest secret that it can be resumed by
 * @param before hash of the one before, empty if that is no good any more
 * @param stamp random, so that no two records are alike
 * @param state what follows from its frames
 */
record SessionRecord(
        byte[] digest, String principal, byte[] terms, String newest, String before, long stamp, DurableState state) {
    private static final String MEDIA_TYPE = "application/vnd.parley.session";
    private static final int FORM = 1;

    Value encoded() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(FORM);
            out.writeInt(digest.length);
            out.write(digest);
            out.writeUTF(principal);
            out.writeInt(terms.length);
            out.write(terms);
            out.writeUTF(newest);
            out.writeUTF(before);
            out.writeLong(stamp);
            state.write(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Value.handOver(bytes.toByteArray(), MEDIA_TYPE);
    }

    static SessionRecord decode(Value value) throws IOException {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(value.toArray()))) {
            int form = in.readUnsignedByte();
            if (form != FORM) {
                throw new IOException("session: expected a record of form " + FORM + ", found " + form);
            }
            byte[] digest = in.readNBytes(in.readInt());
            String principal = in.readUTF();
            byte[] terms = in.readNBytes(in.readInt());
            String newest = in.readUTF();
            String before = in.readUTF();
            long stamp = in.readLong();
            return new SessionRecord(digest, principal, terms, newest, before, stamp, DurableState.read(in));
        }
    }
}
