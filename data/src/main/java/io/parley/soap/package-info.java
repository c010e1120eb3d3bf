/**
 * Parts of SOAP messages: the head of a message on a session, its attachments, envelopes, faults. Public: {@link
 * io.parley.soap.SoapHead}, {@link io.parley.soap.SoapAttachment}, {@link io.parley.soap.SoapEnvelope}, {@link
 * io.parley.soap.SoapFault}. Thread rule: values are immutable; readers and
 * writers belong to one thread at a time.
 */
@NullMarked
package io.parley.soap;

import org.jspecify.annotations.NullMarked;
