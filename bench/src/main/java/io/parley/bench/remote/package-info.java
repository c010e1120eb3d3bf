/**
 * Servers of the benchmarks in a JVM of their own, on this machine or another. Public: {@link
 * io.parley.bench.remote.RemoteServers}, which starts them for who asks by lines of text, and {@link
 * io.parley.bench.remote.RemoteGround}, which asks, and {@link io.parley.bench.remote.OwnServers}, a JVM of this one alone. Thread rule: one thread on each side.
 */
@NullMarked
package io.parley.bench.remote;

import org.jspecify.annotations.NullMarked;
