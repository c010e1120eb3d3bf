package io.parley.cxf.client;

import io.parley.Durations;
import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.cxf.carrier.Carrier;
import io.parley.cxf.stax.LostMessage;
import io.parley.cxf.transport.CallDeadline;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.message.Message;
import org.apache.cxf.transport.Conduit;
import org.jspecify.annotations.Nullable;

/**
 * A call's waits for negotiations, which its receive timeout limits: the call, and not the negotiation, ends with it. A
 * call that may use SOAP keeps half of its time for that. Confined to the call's thread.
 */
final class NegotiationWait {
    private final Message call;
    private final Carrier carrier;
    private final Conduit conduit;
    private final boolean mayUseSoap;
    /** Duration of the call's time when its first wait began; null before that. */
    private @Nullable Duration whole;

    private long began;

    NegotiationWait(Message call, Carrier carrier, Conduit conduit, boolean mayUseSoap) {
        this.call = call;
        this.carrier = carrier;
        this.conduit = conduit;
        this.mayUseSoap = mayUseSoap;
    }

    /** Reason why a wait ended without the end of what was awaited. */
    enum Cut {
        NONE,
        /** The time limit of the wait itself. */
        LIMIT,
        /** The time that the call has. */
        CALL,
        INTERRUPT
    }

    /**
     * Waits for the end of a negotiation.
     *
     * @param most time limit of the wait itself
     * @throws Fault with a {@link java.net.SocketTimeoutException} if the call had no time left before
     */
    Cut await(CompletionStage<Void> ended, Duration most) {
        Duration left = left();
        boolean callEndsFirst = left.compareTo(most) < 0;
        try {
            ended.toCompletableFuture().get((callEndsFirst ? left : most).toNanos(), TimeUnit.NANOSECONDS);
            return Cut.NONE;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Cut.INTERRUPT;
        } catch (ExecutionException e) {
            return Cut.LIMIT;
        } catch (TimeoutException e) {
            return callEndsFirst ? Cut.CALL : Cut.LIMIT;
        }
    }

    private Duration left() {
        Duration time;
        try {
            time = CallDeadline.left(call, carrier, conduit);
        } catch (ParleyException e) {
            throw new Fault(LostMessage.asIoException(e));
        }
        if (whole == null) {
            whole = time;
            began = System.nanoTime();
            if (isLimited(time)) {
                CallDeadline.set(call, began + time.toNanos());
            }
        }
        return mayUseSoap && isLimited(time) ? time.dividedBy(2) : time;
    }

    private static boolean isLimited(Duration time) {
        return time.compareTo(Durations.FOR_EVER) < 0;
    }

    /** Leaves a call that is sent by SOAP no more time than it has left. */
    void endBySoap() {
        if (whole != null && isLimited(whole)) {
            long left = whole.minusNanos(System.nanoTime() - began).toMillis();
            call.put(Message.RECEIVE_TIMEOUT, Math.max(1, left));
        }
    }

    /** Returns the failure of a call whose time ended during a negotiation, like that of a conduit. */
    Fault timedOut(String address) {
        return new Fault(
                LostMessage.asIoException(
                        new ParleyException(
                                ErrorCode.TIMEOUT,
                                "NEGOTIATING: expected a session with " + address + " within "
                                        + (whole == null ? "the call's time" : whole.toMillis() + " ms")
                                        + ", found its negotiation, or the check of a silent session, still in progress; that goes on for"
                                        + " later calls, and this call was not sent; the setting is the receive timeout of the client")));
    }
}
