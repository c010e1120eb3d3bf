package io.parley.runtime;

/**
 * As what an opening side stores its session, for the process after it.
 *
 * @param name by which that asks for it; one session at a time has it
 * @param note what it needs besides, to know what was agreed on; the caller's, and not changed any more
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
record Kept(String name, byte[] note) {}
