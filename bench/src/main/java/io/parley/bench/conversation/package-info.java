/**
 * The HHFR paper's sessions: its two applications, n messages each, over links of several speeds, over SOAP and on the
 * stream. Public: {@link io.parley.bench.conversation.Conversations} and, for CXF, the service.
 * Thread rule: sessions over the phone link run concurrently, all others one after the other.
 */
@NullMarked
package io.parley.bench.conversation;

import org.jspecify.annotations.NullMarked;
