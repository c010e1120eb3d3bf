/**
 * Transports of endpoints' SOAP messages, and the properties of a call that depend on them: {@link
 * io.parley.cxf.carrier.Carrier}, an SPI found by {@link java.util.ServiceLoader}, with HTTP built in. Public: the SPI,
 * {@link io.parley.cxf.carrier.Carriers}, {@link io.parley.cxf.carrier.EnvelopeContent} and
 * {@link io.parley.cxf.carrier.SoapVersions}. Thread rule: carriers are
 * stateless and run on their callers' threads.
 */
@NullMarked
package io.parley.cxf.carrier;

import org.jspecify.annotations.NullMarked;
