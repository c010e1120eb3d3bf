package io.parley.session;

import io.parley.ParleyException;
import org.jspecify.annotations.Nullable;

/**
 * An action that a session requests as the result of an event: a call of one method of the {@link Handler}. A received
 * message ({@link Received}) and a side stream with new content ({@link IncomingSide}) are effects themselves.
 */
@FunctionalInterface
public interface Effect {

    /** Calls the handler's method for this effect. */
    void applyTo(Handler handler);

    /** Performs effects. May call the session, whose further effects are appended to the pending ones. */
    interface Handler {

        /** Called when the session is open and messages may be sent. */
        void onOpened();

        /**
         * Accepting side: called when a peer asks to resume a session. {@link Session#acceptResumption} continues it on
         * this connection, or {@link Session#onRefused} refuses.
         */
        void onResume(byte[] secret, byte[] digest, long received);

        /** Returns the handler of message events. */
        Messages messages();

        /** Called when the peer answered the oldest unanswered {@link Exchange#ping}. */
        void onPong();

        /**
         * Opening side: called for each call that was in progress when an earlier process ended. Its response arrives
         * like those of this process's calls.
         *
         * @param call null for a call that was not sent completely, and is never dispatched
         * @param label the label given to {@link DurableState#onCall}
         */
        void onInterruptedCall(@Nullable Stream call, String label);

        /**
         * Called when a call timed out without a recent sign of life from the peer, or after the keep-alive time
         * without one: new messages should use another route until {@link #onTrusted} or the end of the session.
         */
        void onSuspect();

        /** Called when a suspect peer has shown a sign of life. */
        void onTrusted();

        /** Returns the handler of resumption events. */
        Resumption resumption();

        /**
         * Called once and last, when the session is closed or was not opened.
         *
         * @param why null after an orderly end
         */
        void onClosed(@Nullable ParleyException why);
    }

    /** Handles events of an open session's messages. */
    interface Messages {

        /**
         * Called when a message of the peer has been received completely; or, if the host
         * {@link SessionHost#readsAsItComes reads} it while it arrives, after its first fragment and whenever there is
         * more: content, its end, or an error. The receiver of a complete message closes it. The response to a request
         * is sent on the message's stream; a response arrives on the stream of its request.
         */
        void onMessage(Received content);

        /** Called when a one-way message of this side was sent completely; the peer need not have received it yet. */
        void onSent(Stream stream);

        /**
         * Called when a stream ended early. On a stream of this side there will be no response, and the code says
         * whether the message may have been dispatched; for a side stream of this side, the peer does not want its
         * content. On a stream of the peer, the response is no longer expected.
         */
        void onStreamFailed(Stream stream, ParleyException why);

        /**
         * Called when a side stream of this side has become writable, has little left to send, or has ended because the
         * peer read all of it.
         */
        void onSideReady(Stream side);

        /** Called when a side stream of the peer has new content, has ended, or has failed. */
        void onSide(IncomingSide side);
    }

    /** Handles events of a resumable session. */
    interface Resumption {

        /**
         * Called when the connection was lost. The session can be resumed by {@link Session#resuming} or
         * {@link Session#acceptResumption} until {@link Session#giveUp}.
         */
        void onConnectionLost(ParleyException why);

        /** Opening side: called when the session continues on the connection of the {@link Session} that resumed it. */
        void onResumed();

        /**
         * Called after the first frame on a connection that resumed the session: now both sides have switched to it.
         */
        void onConfirmed();

        /** Opening side: called when this connection failed to resume the session; another may succeed. */
        void onResumptionFailed(ParleyException why);
    }
}
