/**
 * What SOAP is made of: the head of a message on a session, envelopes. Public: {@link io.parley.soap.SoapHead}.
 * Thread rule: values are immutable; readers and writers belong to one thread at a time.
 */
@NullMarked
package io.parley.soap;

import org.jspecify.annotations.NullMarked;
