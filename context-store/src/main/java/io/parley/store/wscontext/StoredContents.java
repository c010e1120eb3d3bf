package io.parley.store.wscontext;

import io.parley.ErrorCode;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.context.Value;
import io.parley.schema.SafeXml;
import io.parley.store.wscontext.message.BinaryContents;
import io.parley.store.wscontext.message.ContentsVersion;
import io.parley.store.wscontext.message.WsContextNames;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.transform.TransformerException;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * Converts contents between messages, which carry elements, and the store, which keeps bytes. A single element is
 * stored as its XML, binary contents as they are, and none or several elements in a wrapper element of Parley's.
 */
final class StoredContents {
    private static final String XML = "application/xml";
    private static final String SEVERAL = "application/vnd.parley.contents+xml";
    private static final String WRAPPER = "contents";

    private StoredContents() {}

    /** Returns the contents of a message as a value, without the version. */
    static Value value(List<Object> contents, Limits limits) {
        List<Object> kept = contents.stream()
                .filter(found -> !(found instanceof ContentsVersion))
                .toList();
        if (kept.size() == 1 && kept.get(0) instanceof BinaryContents binary) {
            return Value.handOver(binary.bytes(), binary.mediaType());
        }
        List<Element> elements = new ArrayList<>();
        for (Object found : kept) {
            if (!(found instanceof Element element)) {
                throw new ParleyException(
                        ErrorCode.SCHEMA_VIOLATION,
                        "contents: expected elements of namespaces other than Parley's, or one parley:value alone, found a"
                                + " parley:value among others or an element of Parley's that has no place there");
            }
            elements.add(element);
        }
        boolean single = elements.size() == 1;
        byte[] bytes = bytes(single ? elements.get(0) : wrapped(elements));
        checkReadable(bytes, limits);
        return Value.handOver(bytes, single ? XML : SEVERAL);
    }

    /** Returns the elements for a message. */
    static List<Object> elements(Value value, Limits limits) {
        if (!value.mediaType().equals(XML) && !value.mediaType().equals(SEVERAL)) {
            return List.of(BinaryContents.of(value.toArray(), value.mediaType()));
        }
        Element root = SafeXml.document(new ByteArrayInputStream(value.toArray()), limits)
                .getDocumentElement();
        return value.mediaType().equals(XML) ? List.of(root) : children(root);
    }

    private static Element wrapped(List<Element> elements) {
        Document document = SafeXml.emptyDocument();
        Element wrapper = document.createElementNS(WsContextNames.PARLEY, "parley:" + WRAPPER);
        elements.forEach(element -> wrapper.appendChild(document.importNode(element, true)));
        return wrapper;
    }

    private static List<Object> children(Element wrapper) {
        List<Object> elements = new ArrayList<>();
        for (Node child = wrapper.getFirstChild(); child != null; child = child.getNextSibling()) {
            if (child instanceof Element element) {
                elements.add(element);
            }
        }
        return elements;
    }

    private static byte[] bytes(Element element) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            SafeXml.transformer().transform(new DOMSource(element), new StreamResult(bytes));
        } catch (TransformerException e) {
            throw new ParleyException(ErrorCode.ENCODING, "contents: expected elements that can be written as XML", e);
        }
        return bytes.toByteArray();
    }

    /** Checks that the value can be parsed again; otherwise it must not be stored. */
    private static void checkReadable(byte[] bytes, Limits limits) {
        try {
            XMLStreamReader reader = SafeXml.reader(new ByteArrayInputStream(bytes), limits);
            while (reader.hasNext()) {
                reader.next();
            }
            reader.close();
        } catch (XMLStreamException e) {
            throw SafeXml.refused(e);
        }
    }
}
