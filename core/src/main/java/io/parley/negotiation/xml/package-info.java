/**
 * Offer, answer and refusal as XML, according to the schema {@code parley-negotiation.xsd} next to this package.
 * Public: {@link io.parley.negotiation.xml.NegotiationXml}. Thread rule: methods may be called from any thread; readers
 * and writers remain their caller's.
 */
@XmlSchema(
        namespace = NegotiationXml.NAMESPACE,
        elementFormDefault = XmlNsForm.QUALIFIED,
        xmlns = @XmlNs(prefix = "p", namespaceURI = NegotiationXml.NAMESPACE))
@XmlAccessorType(XmlAccessType.FIELD)
@NullMarked
package io.parley.negotiation.xml;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlNs;
import jakarta.xml.bind.annotation.XmlNsForm;
import jakarta.xml.bind.annotation.XmlSchema;
import org.jspecify.annotations.NullMarked;
