package io.parley.schema;

import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * A reader that rejects what the parser alone would accept: a document type declaration, after which an entity
 * reference could mean different things to the two sides, and too many distinct names.
 */
final class CheckedReader extends EachEventReader {
    private final SeenNames names = new SeenNames();
    private final int maxNames;

    CheckedReader(XMLStreamReader reader, Limits limits) {
        super(reader);
        this.maxNames = limits.getInt(Limit.NAMES);
    }

    @Override
    public int next() throws XMLStreamException {
        int event = super.next();
        if (event == START_ELEMENT && names.exceed(maxNames, getParent())) {
            throw ParleyException.limit(Limit.NAMES, maxNames, names.size(), "document");
        }
        if (event == DTD) {
            throw new XMLStreamException("a document type declaration is not allowed", getLocation());
        }
        return event;
    }
}
