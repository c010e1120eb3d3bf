/**
 * Captures of conversations for network tools, made of recorded bytes without any privileges: {@link Capture}, and
 * {@link Tshark}, which shows how the dissector in tools/wireshark decodes one. Captures are thread-safe.
 */
@NullMarked
package io.parley.testkit.capture;

import org.jspecify.annotations.NullMarked;
