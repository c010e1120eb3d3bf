package io.parley.peer;

import io.parley.negotiation.FallbackReason;
import io.parley.runtime.Conversation;
import java.util.concurrent.CompletionStage;

/** The decision of {@link KnownPeers#decide} about one call. */
public sealed interface Decision {
    /** Send the call on this session. */
    record Stream(Conversation conversation) implements Decision {}

    /**
     * Send the call by SOAP; in mode {@code always}, fail it with the reason.
     *
     * @param detail details on the reason; may be empty
     */
    record Soap(FallbackReason reason, String detail) implements Decision {}

    /**
     * Negotiate: this caller got the only probe of the key and must end it. In mode {@code auto} the call is sent by
     * SOAP at once; in mode {@code always} it waits for the end of the probe and is decided again.
     */
    record Negotiate(Probe probe) implements Decision {}

    /**
     * Wait, within the call's timeout, and decide again; only in mode {@code always}. Another call is negotiating for
     * this key, or the peer of its session is suspect.
     *
     * @param ended completes when the probe or the suspicion has ended, whatever the result
     */
    record Wait(CompletionStage<Void> ended) implements Decision {}
}
