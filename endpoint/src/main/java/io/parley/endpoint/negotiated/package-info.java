/**
 * What endpoints that negotiate their sessions by SOAP messages have in common, whatever carries those messages: offers
 * and answers, the decision between session and SOAP for each call, and the handling of SOAP requests. Used by the
 * transports of SOAP; programs use their endpoints and clients.
 */
@NullMarked
package io.parley.endpoint.negotiated;

import org.jspecify.annotations.NullMarked;
