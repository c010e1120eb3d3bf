/**
 * Fault tolerance of Parley and other systems compared: connections that are cut or fall silent, servers that are
 * killed or paused, floods and slow readers. {@link io.parley.bench.fault.FaultProgram} runs all trials, each with a
 * server and a client in separate JVMs, and writes a page. The types belong to one thread unless they say otherwise.
 */
@NullMarked
package io.parley.bench.fault;

import org.jspecify.annotations.NullMarked;
