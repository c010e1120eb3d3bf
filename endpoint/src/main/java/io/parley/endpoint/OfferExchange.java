package io.parley.endpoint;

import io.parley.negotiation.ReplyKind;

/**
 * An offer and its reply, as they were sent.
 *
 * @param kind class of the reply
 * @param offerBytes length of the offer's envelope
 * @param replyBytes length of the reply's body, whatever it was; 0 if there was none
 */
public record OfferExchange(ReplyKind kind, int offerBytes, int replyBytes) {}
