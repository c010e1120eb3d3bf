package io.parley.cxf.neighbours;

import jakarta.xml.ws.BindingType;
import jakarta.xml.ws.Provider;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.ServiceMode;
import jakarta.xml.ws.WebServiceProvider;
import jakarta.xml.ws.http.HTTPBinding;
import javax.xml.transform.Source;
import javax.xml.transform.dom.DOMSource;
import org.apache.cxf.staxutils.StaxUtils;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** Answers XML over HTTP, without SOAP, with the request wrapped in an element; it refuses one named {@code fail}. */
@WebServiceProvider
@ServiceMode(Service.Mode.PAYLOAD)
@BindingType(HTTPBinding.HTTP_BINDING)
public class XmlEcho implements Provider<Source> {
    @Override
    public Source invoke(Source request) {
        try {
            Document document = StaxUtils.read(request);
            Element said = document.getDocumentElement();
            if (said.getLocalName().equals("fail")) {
                throw new IllegalArgumentException("as was asked for");
            }
            Element answer = document.createElementNS("urn:echo", "echo");
            document.replaceChild(answer, said);
            answer.appendChild(said);
            return new DOMSource(document);
        } catch (javax.xml.stream.XMLStreamException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
