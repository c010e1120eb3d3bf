/**
 * SOAP over JMS: {@link io.parley.cxf.jms.SoapQueue} configures endpoints, and {@link io.parley.cxf.jms.JmsCarrier},
 * found as a service provider, adds the jms channel to those with Parley. The only package of the plugin that needs
 * CXF's JMS transport and {@code parley-transport-jms}, which are optional. Thread rule: a queue is immutable; the
 * carrier has no state.
 */
@NullMarked
package io.parley.cxf.jms;

import org.jspecify.annotations.NullMarked;
