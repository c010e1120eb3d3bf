/**
 * Offer, answer and agreement: the terms that two sides settle before they leave plain SOAP, and the reasons why they
 * do not. Public: {@link io.parley.negotiation.Agreement}, {@link io.parley.negotiation.FallbackReason} and the
 * messages that lead to them. Thread rule: pure data and functions; no I/O, no clock, immutable throughout.
 */
@NullMarked
package io.parley.negotiation;

import org.jspecify.annotations.NullMarked;
