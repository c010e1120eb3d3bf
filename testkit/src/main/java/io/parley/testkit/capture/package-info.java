/**
 * Captures of conversations as tools for networks read them, made of recorded bytes without rights of any kind: {@link Capture}, and
 * {@link Tshark}, which shows what the dissector in tools/wireshark makes of one. Captures are thread-safe.
 */
@NullMarked
package io.parley.testkit.capture;

import org.jspecify.annotations.NullMarked;
