package io.parley.session;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Stored state of a message of a durable session: of an open stream, of a one-way message that was not handled, or of a
 * call of this side whose response was not consumed.
 */
final class DurableMessage {
    private static final int ONE_WAY = 1;
    private static final int WHOLE = 2;
    private static final int ASKED = 4;

    /** Id of the stream. */
    final int id;

    final boolean oneWay;
    /** True once END was received; for a call, that of its response. */
    boolean whole;

    /** For a call of this side: true once its END was sent. The next field is the caller's label for it. */
    boolean requestSent;

    String label = "";

    /** Bytes of content received, and of credit granted for it. */
    long received;

    long granted;
    /** Bytes of content sent on the stream, and of credit received for it. */
    long sent;

    long credited;

    DurableMessage(int id, boolean oneWay) {
        this.id = id;
        this.oneWay = oneWay;
    }

    void write(DataOutput out) throws IOException {
        out.writeInt(id);
        out.writeByte((oneWay ? ONE_WAY : 0) | (whole ? WHOLE : 0) | (requestSent ? ASKED : 0));
        out.writeLong(received);
        out.writeLong(granted);
        out.writeLong(sent);
        out.writeLong(credited);
        out.writeUTF(label);
    }

    static DurableMessage read(DataInput in) throws IOException {
        int id = in.readInt();
        int flags = in.readUnsignedByte();
        DurableMessage message = new DurableMessage(id, (flags & ONE_WAY) != 0);
        message.whole = (flags & WHOLE) != 0;
        message.requestSent = (flags & ASKED) != 0;
        message.received = in.readLong();
        message.granted = in.readLong();
        message.sent = in.readLong();
        message.credited = in.readLong();
        message.label = in.readUTF();
        return message;
    }
}
