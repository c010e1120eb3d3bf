/**
 * Messages of WS-Context 1.0 as JAXB classes, its faults, and {@link io.parley.store.wscontext.message.WsContextPort},
 * the endpoint interface that service and clients share. Names are those of {@code wsctx.xsd} and {@code wsctx.wsdl}.
 * Thread rule: messages are mutable, as JAXB requires, and used by one thread.
 */
@NullMarked
@XmlSchema(
        namespace = WsContextNames.NAMESPACE,
        elementFormDefault = XmlNsForm.QUALIFIED,
        xmlns = {
            @XmlNs(prefix = "wsctx", namespaceURI = WsContextNames.NAMESPACE),
            @XmlNs(prefix = "parley", namespaceURI = WsContextNames.PARLEY)
        })
package io.parley.store.wscontext.message;

import jakarta.xml.bind.annotation.XmlNs;
import jakarta.xml.bind.annotation.XmlNsForm;
import jakarta.xml.bind.annotation.XmlSchema;
import org.jspecify.annotations.NullMarked;
