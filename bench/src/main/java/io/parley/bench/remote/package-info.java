/**
 * Benchmark servers in another JVM, on this machine or a remote one. Public: {@link
 * io.parley.bench.remote.RemoteServers}, which starts servers on request by lines of text, {@link
 * io.parley.bench.remote.RemoteGround}, its client. Thread rule: one thread on each side.
 */
@NullMarked
package io.parley.bench.remote;

import org.jspecify.annotations.NullMarked;
