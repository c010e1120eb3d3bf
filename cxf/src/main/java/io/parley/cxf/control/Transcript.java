package io.parley.cxf.control;

import io.parley.negotiation.ReplyKind;
import java.time.Duration;

/**
 * A negotiation as it went over the wire.
 *
 * @param offer the SOAP request
 * @param reply what came back, whatever it was; the token in it is blanked out. Empty if nothing came
 * @param kind what the reply was taken for
 * @param time from sending the offer until the session stood, or until it was clear that none would
 */
public record Transcript(String offer, String reply, ReplyKind kind, Duration time) {}
