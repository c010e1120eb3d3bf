/**
 * The way between clients and servers of one machine: counted, and made as slow as a link is. Public: {@link
 * io.parley.bench.link.Link}, {@link io.parley.bench.link.LinkDoor}.
 * Thread rule: everything may be used from any thread.
 */
@NullMarked
package io.parley.bench.link;

import org.jspecify.annotations.NullMarked;
