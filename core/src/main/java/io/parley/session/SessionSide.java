package io.parley.session;

/**
 * One of the two sides of a session: what is its own, whatever it agrees on with the other.
 *
 * @param opening whether it connects, rather than listens
 */
record SessionSide(boolean opening, SessionSettings settings, SessionHost host) {
    Effects effects() {
        return host.effects();
    }
}
