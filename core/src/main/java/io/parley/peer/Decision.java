package io.parley.peer;

import io.parley.negotiation.FallbackReason;
import io.parley.runtime.Conversation;
import java.util.concurrent.CompletionStage;

/** Decision about a call, by {@link KnownPeers#decide}. */
public sealed interface Decision {
    /** Send it on this session. */
    record Stream(Conversation conversation) implements Decision {}

    /**
     * Send it by SOAP; in mode {@code always} fail it with the reason.
     *
     * @param detail details beside the reason, may be empty
     */
    record Soap(FallbackReason reason, String detail) implements Decision {}

    /**
     * Negotiate: this caller was given the one probe of its key and must end it. In mode {@code auto} the call itself
     * goes by SOAP at once; in mode {@code always} it waits for the probe's end and is decided anew.
     */
    record Negotiate(Probe probe) implements Decision {}

    /**
     * Wait, within the call's own time, and decide anew; only in mode {@code always}: another call negotiates for this
     * key, or the peer of its session is suspect.
     *
     * @param ended completes when the other call's probe or the suspicion ended, whatever the result
     */
    record Wait(CompletionStage<Void> ended) implements Decision {}
}
