package io.parley.session;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * State that a durable session keeps of a stream that is not over, of a one-way message that is not handled, or of a
 * call of this side whose answer was not taken yet.
 */
final class DurableMessage {
    private static final int ONE_WAY = 1;
    private static final int WHOLE = 2;
    private static final int ASKED = 4;

    /** The stream's id. */
    final int id;

    final boolean oneWay;
    /** Whether its END came; for a call, that of its answer. */
    boolean whole;

    /** For a call of this side: whether its END went out; the next field is the user's label for it. */
    boolean asked;

    String label = "";

    /** Content that came, and credit that was given for it. */
    long received;

    long granted;
    /** Content of answers that went out, and credit that came for it. */
    long sent;

    long credited;

    DurableMessage(int id, boolean oneWay) {
        this.id = id;
        this.oneWay = oneWay;
    }

    void write(DataOutput out) throws IOException {
        out.writeInt(id);
        out.writeByte((oneWay ? ONE_WAY : 0) | (whole ? WHOLE : 0) | (asked ? ASKED : 0));
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
        message.asked = (flags & ASKED) != 0;
        message.received = in.readLong();
        message.granted = in.readLong();
        message.sent = in.readLong();
        message.credited = in.readLong();
        message.label = in.readUTF();
        return message;
    }
}
