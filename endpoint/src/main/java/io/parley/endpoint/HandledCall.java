package io.parley.endpoint;

import io.parley.ErrorCode;
import java.time.Duration;
import java.util.Optional;

/**
 * Result of one message that a handler of an endpoint took.
 *
 * @param operation one of the contract's
 * @param streamed whether it came by a session; else by SOAP
 * @param took from when the handler was given it until its answer was written, or there was none to write; by SOAP,
 *     until there was an answer
 * @param failure the error that its caller got in place of an answer; empty if it has one, or none was due
 */
public record HandledCall(String operation, boolean streamed, Duration took, Optional<ErrorCode> failure) {}
