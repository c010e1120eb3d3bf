package io.parley.endpoint;

import io.parley.ErrorCode;
import java.time.Duration;
import java.util.Optional;

/**
 * The result of one message that a handler of an endpoint has handled.
 *
 * @param operation one of the contract's
 * @param streamed true if it was received in a session, false if by SOAP
 * @param took time from the call of the handler until its response, if any, was written; by SOAP, until there was a
 *     response
 * @param failure the error that its caller got instead of a response; empty if there was none
 */
public record HandledCall(String operation, boolean streamed, Duration took, Optional<ErrorCode> failure) {}
