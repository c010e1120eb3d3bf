package io.parley.testkit.generate;

import io.parley.schema.SafeXml;
import java.io.StringWriter;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerException;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * A message from {@link MessageGenerator}, with the simple type of each text and the parts that no schema describes.
 */
public final class RandomMessage {
    private final Document document;
    private final Notes notes;
    private final Coverage coverage;
    private int typedElements;
    private int openElements;

    RandomMessage(Document document, Notes notes, Coverage coverage) {
        this.document = document;
        this.notes = notes;
        this.coverage = coverage;
        count(document.getDocumentElement(), false);
    }

    private void count(Node element, boolean inOpen) {
        boolean isOpen = inOpen || notes.isOpen(element);
        if (isOpen) {
            openElements++;
        } else {
            typedElements++;
        }
        for (Node child = element.getFirstChild(); child != null; child = child.getNextSibling()) {
            if (child instanceof Element) {
                count(child, isOpen);
            }
        }
    }

    /** Returns the message as text, without an XML declaration. */
    public String text() {
        return text(document);
    }

    /** Returns its meaning, to compare with {@link #meaningOf}. */
    public String meaning() {
        return meaningOf(document.getDocumentElement());
    }

    /**
     * Returns the meaning of another document, or of an element in one, that should be the same message: canonical XML
     * with normalized prefixes and simple values. Equal texts mean the same.
     */
    public String meaningOf(Element other) {
        return Meaning.of(other, document.getDocumentElement(), notes);
    }

    /** Returns the number of elements that a schema describes. */
    public int typedElements() {
        return typedElements;
    }

    /**
     * Returns the number of elements that no schema describes: content of wildcards, mixed content and {@code anyType},
     * and elements of simple type that declare another by {@code xsi:type}.
     */
    public int openElements() {
        return openElements;
    }

    /** Returns the constructs that it covers. */
    public Coverage coverage() {
        return coverage;
    }

    static String text(Document document) {
        try {
            StringWriter text = new StringWriter();
            Transformer identity = SafeXml.transformer();
            identity.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
            identity.transform(new DOMSource(document), new StreamResult(text));
            return text.toString();
        } catch (TransformerException e) {
            throw new IllegalStateException("a document that cannot be written", e);
        }
    }

    @Override
    public String toString() {
        return text();
    }
}
