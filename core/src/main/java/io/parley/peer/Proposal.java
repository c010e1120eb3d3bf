package io.parley.peer;

/**
 * Proposal of a client to a service: the data that it describes and the terms that it asks for. Part of a session's
 * key, so that no session serves a client with another contract or other terms. Holds no secret. Immutable.
 *
 * @param data fingerprint over all body parts of the client's operations ({@link
 *     io.parley.negotiation.DataDescription#fingerprint})
 * @param terms the choices and limits that it offers, as text; equal texts for equal offers
 */
public record Proposal(String data, String terms) {
    /** The proposal of a client that has one contract and one set of terms for all of its sessions. */
    public static final Proposal ONLY = new Proposal("", "");
}
