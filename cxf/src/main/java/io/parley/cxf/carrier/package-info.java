/**
 * What carries the SOAP messages of endpoints, and what of a call it decides: {@link io.parley.cxf.carrier.Carrier}, an SPI
 * found by {@link java.util.ServiceLoader}, with HTTP built in. Public: the SPI, {@link io.parley.cxf.carrier.Carriers} and
 * {@link io.parley.cxf.carrier.EnvelopeContent}.
 * Thread rule: carriers are stateless and run on the threads of those who ask.
 */
@NullMarked
package io.parley.cxf.carrier;

import org.jspecify.annotations.NullMarked;
