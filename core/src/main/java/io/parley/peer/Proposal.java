package io.parley.peer;

/**
 * The proposal of a client to a service: the data that it describes and the terms that it requests. Part of the session
 * key, so that sessions are shared only by clients with the same contract and terms. Contains no secret. Immutable.
 *
 * @param data fingerprint over all body parts of the client's operations ({@link
 *     io.parley.negotiation.DataDescription#fingerprint})
 * @param terms the choices and limits that it offers, as text; equal texts for equal offers
 */
public record Proposal(String data, String terms) {
    /** The proposal of a client with a single contract and set of terms. */
    public static final Proposal ONLY = new Proposal("", "");

    /** {@inheritDoc} Not the derived one, for which a JVM makes classes when it is called first. */
    @Override
    public int hashCode() {
        return 31 * data.hashCode() + terms.hashCode();
    }
}
