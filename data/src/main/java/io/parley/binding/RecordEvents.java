package io.parley.binding;

import io.parley.Limits;
import io.parley.layout.Slot;
import io.parley.schema.SafeXml;
import java.io.StringReader;
import java.io.StringWriter;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;

/** The events of a record, for who can only read XML. */
final class RecordEvents {
    private RecordEvents() {}

    /** A reader at the element's start. */
    static XMLStreamReader of(Slot.Element element, Object value) throws XMLStreamException {
        StringWriter text = new StringWriter();
        XMLStreamWriter out = SafeXml.output().createXMLStreamWriter(text);
        new RecordXmlWriter(out).write(element, value);
        out.close();
        XMLStreamReader in = SafeXml.reader(new StringReader(text.toString()), Limits.defaults());
        in.nextTag();
        return in;
    }
}
