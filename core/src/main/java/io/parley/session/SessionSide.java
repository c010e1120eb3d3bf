package io.parley.session;

/**
 * The own properties of one side of a session, which are not negotiated.
 *
 * @param opening true if this side connects, false if it listens
 */
record SessionSide(boolean opening, SessionSettings settings, SessionHost host) {
    Effects effects() {
        return host.effects();
    }
}
