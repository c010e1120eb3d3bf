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
 * A message that {@link MessageGenerator} made, with what its generator knows of it: which simple type each text has,
 * and what no schema describes.
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

    /** The message as text, without a declaration. */
    public String text() {
        return text(document);
    }

    /** Its own meaning, to compare with {@link #meaningOf}. */
    public String meaning() {
        return meaningOf(document.getDocumentElement());
    }

    /**
     * The meaning of another document, or of an element in one, that should be the same message: canonical XML with
     * prefixes named by their namespace and each simple value in one spelling. Equal texts mean the same.
     */
    public String meaningOf(Element other) {
        return Meaning.of(other, document.getDocumentElement(), notes);
    }

    /** How many elements a schema describes. */
    public int typedElements() {
        return typedElements;
    }

    /**
     * How many elements no schema describes: what wildcards, mixed content and {@code anyType} hold, and those of simple
     * type that say another.
     */
    public int openElements() {
        return openElements;
    }

    /** What it tries. */
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
