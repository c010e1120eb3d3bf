/**
 * SOAP over JMS: {@link io.parley.cxf.jms.SoapQueue} sets endpoints up, and {@link io.parley.cxf.jms.JmsCarrier}, which nobody
 * names, lets those with Parley go on over the jms channel. The only room of the plugin that needs CXF's JMS transport and
 * {@code parley-transport-jms}; without them it is not there.
 * Thread rule: a queue is immutable; the carrier has no state.
 */
@NullMarked
package io.parley.cxf.jms;

import org.jspecify.annotations.NullMarked;
