package io.parley.bench.form;

import com.sun.xml.fastinfoset.sax.SAXDocumentSerializer;
import org.xml.sax.Attributes;
import org.xml.sax.SAXException;
import org.xml.sax.ext.DefaultHandler2;

/** Hands events to the library's serializer, which is of another class than handlers mostly are. */
final class Serializing extends DefaultHandler2 {
    private final SAXDocumentSerializer to;

    Serializing(SAXDocumentSerializer to) {
        this.to = to;
    }

    @Override
    public void startDocument() throws SAXException {
        to.startDocument();
    }

    @Override
    public void endDocument() throws SAXException {
        to.endDocument();
    }

    @Override
    public void startPrefixMapping(String prefix, String uri) throws SAXException {
        to.startPrefixMapping(prefix, uri);
    }

    @Override
    public void startElement(String uri, String local, String qualified, Attributes attributes) throws SAXException {
        to.startElement(uri, local, qualified, attributes);
    }

    @Override
    public void endElement(String uri, String local, String qualified) throws SAXException {
        to.endElement(uri, local, qualified);
    }

    @Override
    public void characters(char[] text, int start, int length) throws SAXException {
        to.characters(text, start, length);
    }

    @Override
    public void comment(char[] text, int start, int length) throws SAXException {
        to.comment(text, start, length);
    }

    @Override
    public void processingInstruction(String target, String data) throws SAXException {
        to.processingInstruction(target, data);
    }
}
