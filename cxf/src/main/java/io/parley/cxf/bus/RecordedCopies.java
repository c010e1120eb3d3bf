package io.parley.cxf.bus;

import io.netty.buffer.ByteBuf;
import io.parley.cxf.recorded.RecordedCopy;
import io.parley.cxf.recorded.SessionCopy;
import io.parley.recording.RecordedMessage.Direction;
import io.parley.recording.RecordedMessage.Kind;
import io.parley.recording.RecordedSession;
import io.parley.soap.StaticHeader;

/**
 * Adapter to the recording of {@code parley-recording}; loaded only if a recording is open, since that module is
 * optional.
 */
final class RecordedCopies {
    private RecordedCopies() {}

    /** Returns the view of a recorded session that the plugin uses. */
    public static SessionCopy of(RecordedSession session) {
        return new Session(session);
    }

    private record Session(RecordedSession session) implements SessionCopy {
        @Override
        public RecordedCopy sent() {
            return new Message(session.begin(Direction.SENT, Kind.REQUEST), Direction.RECEIVED);
        }

        @Override
        public RecordedCopy received(boolean oneWay) {
            return new Message(session.begin(Direction.RECEIVED, oneWay ? Kind.ONE_WAY : Kind.REQUEST), Direction.SENT);
        }

        @Override
        public void close() {
            session.close();
        }
    }

    /**
     * Recorded message.
     *
     * @param back direction of the response
     */
    private record Message(io.parley.recording.MessageCopy copy, Direction back) implements RecordedCopy {
        @Override
        public void operation(String name) {
            copy.operation(name);
        }

        @Override
        public RecordedCopy answer(boolean fault) {
            return new Message(copy.answer(back, fault), back);
        }

        @Override
        public void discard() {
            copy.discard();
        }

        @Override
        public void onBytes(ByteBuf bytes) {
            copy.onBytes(bytes);
        }

        @Override
        public void onEnd(boolean whole) {
            copy.onEnd(whole);
        }

        @Override
        public void used(int number, StaticHeader header) {
            copy.used(number, header);
        }
    }
}
