/**
 * The HHFR paper's sessions: its two applications, n messages each, over links of several speeds, by SOAP and on the stream.
 * Public: {@link io.parley.bench.conversation.Conversations} and, for CXF, the service.
 * Thread rule: those over the phone's link run beside each other, all others one after the other.
 */
@NullMarked
package io.parley.bench.conversation;

import org.jspecify.annotations.NullMarked;
