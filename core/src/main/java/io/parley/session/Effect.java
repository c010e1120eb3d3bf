package io.parley.session;

import io.parley.ParleyException;
import org.jspecify.annotations.Nullable;

/**
 * One thing that a session wants done: a call of one method of the {@link Handler}. A message that came, whole or in part,
 * is an effect of its own ({@link Received}), as is a side stream to which something happened ({@link IncomingSide}).
 */
@FunctionalInterface
public interface Effect {

    /** Calls that method. */
    void applyTo(Handler handler);

    /** Applies effects. May call the session, whose further effects come behind those that are there. */
    interface Handler {

        /** The session is open: messages may be begun. */
        void onOpened();

        /**
         * Accepting side: someone wants a session to go on. {@link Session#goOn} takes it over from where it was, or {@link
         * Session#onRefused} refuses it.
         */
        void onResume(byte[] secret, byte[] digest, long received);

        /** Returns the handler of what happens to messages. */
        Messages messages();

        /** The oldest {@link Exchange#ping} without an answer was answered. */
        void onPong();

        /**
         * Opening side of a session that goes on where another process left it: a call was under way. Its answer comes as for
         * calls of this process.
         *
         * @param call null for one that did not go out whole, and is never dispatched
         * @param label the label given to {@link DurableState#onCall}
         */
        void onInterruptedCall(@Nullable Stream call, String label);

        /**
         * A call ran out of time and nothing was heard of the peer lately, or nothing at all for the keep-alive time: new
         * messages should go another way until {@link #onTrusted} or the session's end.
         */
        void onSuspect();

        /** A sign of life of a suspect peer came. */
        void onTrusted();

        /** Returns the handler of what happens to the session's connections. */
        Resumption resumption();

        /** The session is over, or never was opened; the reason is null after an orderly end. Comes once and last. */
        void onClosed(@Nullable ParleyException why);
    }

    /** Applies effects of the messages of an open session. */
    interface Messages {

        /**
         * A message of the peer came, whole or, if the host {@link SessionHost#readsAsItComes reads} it while it comes, its
         * first fragment; or more came of one that is read so: content, its end, or an error. Whoever is given a whole one
         * closes it. For a request its stream takes an answer; for an answer it is the stream that the request began.
         */
        void onMessage(Received content);

        /** A one-way message of this side went out to its end, which need not have arrived. */
        void onSent(Stream stream);

        /**
         * A stream ended before its time. On a stream of this side: there will be no answer, and the code says whether the
         * message may have been dispatched; on a side stream of this side: nobody wants what it would bring. On one of the
         * peer: nobody waits for the answer.
         */
        void onStreamFailed(Stream stream, ParleyException why);

        /**
         * A side stream of this side that was attached to a message may be written, has little left to send, or is over
         * because all of it was read.
         */
        void onSideReady(Stream side);

        /** A side stream of the peer brought something: content, its end, or why there will be none. */
        void onSide(IncomingSide side);
    }

    /** Applies effects of a session that can be resumed. */
    interface Resumption {

        /**
         * The connection is gone or no good any more, but the session can be resumed: by {@link Session#resuming} or {@link
         * Session#goOn}, until {@link Session#giveUp}.
         */
        void onConnectionLost(ParleyException why);

        /** Opening side: the session goes on, on the connection of the {@link Session} that resumed it. */
        void onResumed();

        /** The first frame came on a connection that resumed the session: both sides know of it. */
        void onProved();

        /** Opening side: this connection did not resume the session; another may. */
        void onResumptionFailed(ParleyException why);
    }
}
