package io.parley.conformance;

/** to come */
public final class Clients {
}
