package io.parley.cxf.headers;

import io.parley.Limits;
import io.parley.schema.SafeXml;
import java.io.ByteArrayInputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.xml.namespace.QName;
import javax.xml.transform.TransformerException;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.apache.cxf.binding.soap.SoapHeader;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.binding.soap.interceptor.AbstractSoapInterceptor;
import org.apache.cxf.headers.Header;
import org.apache.cxf.phase.Phase;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/** Header blocks that applications send, and the ones that a chain received. */
final class Blocks {
    private Blocks() {}

    static Element element(String xml) {
        return SafeXml.document(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)), Limits.defaults())
                .getDocumentElement();
    }

    static Header header(String xml) {
        Element element = element(xml);
        return new SoapHeader(new QName(element.getNamespaceURI(), element.getLocalName()), element);
    }

    static List<Header> headers(List<String> blocks) {
        List<Header> headers = new ArrayList<>();
        blocks.forEach(block -> headers.add(header(block)));
        return headers;
    }

    static String text(Node node) {
        try {
            StringWriter text = new StringWriter();
            SafeXml.transformer().transform(new DOMSource(node), new StreamResult(text));
            return text.toString();
        } catch (TransformerException e) {
            throw new AssertionError(e);
        }
    }

    /** Returns an 847-byte header block of WS-ReliableMessaging, the item that the HHFR paper keeps in its store. */
    static String reliableMessaging() {
        String begin = "<wsrm:Sequence xmlns:wsrm=\"http://schemas.xmlsoap.org/ws/2005/02/rm\""
                + " xmlns:wsa=\"http://schemas.xmlsoap.org/ws/2004/08/addressing\">"
                + "<wsrm:Identifier>urn:uuid:6f0c4b1e-7d1f-4a4e-9a53-1f2b6d1c0001</wsrm:Identifier>";
        String end = "</wsrm:Sequence>";
        StringBuilder text = new StringBuilder(begin);
        int number = 0;
        while (text.length() + end.length() + 60 < 847) {
            text.append("<wsrm:Nack>").append(1000 + number++).append("</wsrm:Nack>");
        }
        int left = 847 - text.length() - end.length() - "<wsrm:Nack></wsrm:Nack>".length();
        return text.append("<wsrm:Nack>").append("7".repeat(left)).append("</wsrm:Nack>") + end;
    }

    /** Records the header blocks of each message, as seen in the chain after all interceptors that read headers. */
    static final class Seen extends AbstractSoapInterceptor {
        final List<List<String>> messages = new CopyOnWriteArrayList<>();

        Seen() {
            super(Phase.PRE_INVOKE);
        }

        @Override
        public void handleMessage(SoapMessage message) {
            messages.add(message.getHeaders().stream()
                    .map(header -> text((Node) header.getObject()))
                    .toList());
        }
    }
}
