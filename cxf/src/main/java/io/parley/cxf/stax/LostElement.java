package io.parley.cxf.stax;

import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.util.StreamReaderDelegate;

/** The end of an element whose content could not be read. */
final class LostElement extends StreamReaderDelegate {
    private static final QName NAME = new QName("lost");

    /** @param in the reader that failed, for what does not belong to the event */
    LostElement(XMLStreamReader in) {
        super(in);
    }

    @Override
    public int getEventType() {
        return XMLStreamConstants.END_ELEMENT;
    }

    @Override
    public QName getName() {
        return NAME;
    }

    @Override
    public String getLocalName() {
        return NAME.getLocalPart();
    }

    @Override
    public String getNamespaceURI() {
        return NAME.getNamespaceURI();
    }

    @Override
    public String getPrefix() {
        return NAME.getPrefix();
    }

    @Override
    public int getNamespaceCount() {
        return 0;
    }

    @Override
    public boolean isStartElement() {
        return false;
    }

    @Override
    public boolean isEndElement() {
        return true;
    }

    @Override
    public boolean isCharacters() {
        return false;
    }

    @Override
    public boolean isWhiteSpace() {
        return false;
    }

    @Override
    public boolean hasName() {
        return true;
    }

    @Override
    public boolean hasText() {
        return false;
    }
}
