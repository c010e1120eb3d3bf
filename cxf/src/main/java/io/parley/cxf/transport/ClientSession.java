package io.parley.cxf.transport;

import io.parley.cxf.live.ResponseChain;
import io.parley.cxf.recorded.SessionCopy;
import io.parley.cxf.stax.Terms;
import io.parley.runtime.Conversation;
import io.parley.soap.StaticHeaders;
import org.jspecify.annotations.Nullable;

/**
 * A live session as one client endpoint sees it. Thread-safe.
 *
 * @param terms how content of this session maps to the endpoint's service model
 * @param counter counter of the parts that requests carry
 * @param headers its static headers
 * @param responses runs its responses through the chains of clients
 * @param recorded recording of its messages, or null if they are not recorded
 */
public record ClientSession(
        Conversation conversation,
        Terms terms,
        PartCounter counter,
        StaticHeaders headers,
        ResponseChain responses,
        @Nullable SessionCopy recorded) {}
