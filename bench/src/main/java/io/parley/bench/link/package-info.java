/**
 * Proxy between clients and servers on one machine, which counts the bytes and simulates a slow link. Public: {@link
 * io.parley.bench.link.Link}, {@link io.parley.bench.link.LinkDoor}. Thread rule: everything may be used from any
 * thread.
 */
@NullMarked
package io.parley.bench.link;

import org.jspecify.annotations.NullMarked;
