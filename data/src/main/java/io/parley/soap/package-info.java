/**
 * Parts of SOAP messages: the {@linkplain io.parley.soap.SoapHead head} of a message on a session, {@linkplain
 * io.parley.soap.SoapAttachment attachments}, {@linkplain io.parley.soap.SoapEnvelope envelopes}, {@linkplain
 * io.parley.soap.SoapFault faults} and {@linkplain io.parley.soap.StaticHeaders static headers}. Values are immutable;
 * readers and writers belong to one thread at a time.
 */
@NullMarked
package io.parley.soap;

import org.jspecify.annotations.NullMarked;
