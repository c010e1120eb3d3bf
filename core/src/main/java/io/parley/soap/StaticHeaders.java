package io.parley.soap;

import io.parley.Limits;

/**
 * The static headers of a session, as one of its sides has them.
 *
 * @param sent what it may send by number
 * @param kept what it has kept for what it receives
 */
public record StaticHeaders(SentHeaders sent, KeptHeaders kept) {
    /**
     * Those of a session at its beginning, of a side without a context store.
     *
     * @param limits of the session
     */
    public static StaticHeaders begin(Limits limits) {
        return new StaticHeaders(new SentHeaders(limits), new KeptHeaders(limits, KeptHeaders::noStore));
    }
}
