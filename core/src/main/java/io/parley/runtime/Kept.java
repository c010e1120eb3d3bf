package io.parley.runtime;

/**
 * The key and note under which an opening side stores its session for a restart.
 *
 * @param name by which the next process asks for it; one session at a time has it
 * @param note the data needed to know the agreement; the caller's, and not changed any more
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
record Kept(String name, byte[] note) {}
