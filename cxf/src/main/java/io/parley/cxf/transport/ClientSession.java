package io.parley.cxf.transport;

import io.parley.cxf.stax.Terms;
import io.parley.runtime.Conversation;

/**
 * A live session as one client endpoint sees it. Thread-safe.
 *
 * @param terms how content of this session maps to the endpoint's service model
 * @param counter told of the parts that requests carry
 */
public record ClientSession(Conversation conversation, Terms terms, PartCounter counter) {}
