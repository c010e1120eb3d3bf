package io.parley.negotiation;

/** Degree to which a user wants the stream. */
public enum Mode {
    /** Streams where the peer can; every call works by SOAP meanwhile and otherwise. */
    AUTO,
    /** Streams or fails: a call that would fall back ends in an error that names the {@link FallbackReason}. */
    ALWAYS,
    /** Plain SOAP; no offer is ever sent. */
    NEVER
}
