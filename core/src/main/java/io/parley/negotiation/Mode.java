package io.parley.negotiation;

/** The use of streams that an application requests. */
public enum Mode {
    /** Streams if the peer can; calls fall back to SOAP meanwhile and otherwise. */
    AUTO,
    /** Streams or fails: a call that would fall back fails with an error that names the {@link FallbackReason}. */
    ALWAYS,
    /** Uses plain SOAP; no offer is ever sent. */
    NEVER
}
