package io.parley.cxf.transport;

import io.parley.cxf.live.ResponseChain;
import io.parley.cxf.recorded.SessionCopy;
import io.parley.cxf.stax.Terms;
import io.parley.runtime.Conversation;
import io.parley.soap.StaticHeaders;
import org.jspecify.annotations.Nullable;

/**
 * A live session as used by one client endpoint. Thread-safe.
 *
 * @param terms mapping of the session's content to the endpoint's service model
 * @param counter counter of the parts of requests
 * @param headers static headers of the session
 * @param responses runs responses through the chains of clients
 * @param recorded recording of its messages; null if they are not recorded
 */
public record ClientSession(
        Conversation conversation,
        Terms terms,
        PartCounter counter,
        StaticHeaders headers,
        ResponseChain responses,
        @Nullable SessionCopy recorded) {}
