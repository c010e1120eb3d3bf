package io.parley.binding;

import io.parley.Limits;
import io.parley.layout.Slot;
import io.parley.schema.SafeXml;
import java.io.StringReader;
import java.io.StringWriter;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;

/** Converter of a record to XML events, for readers that only understand XML. */
final class RecordEvents {
    private RecordEvents() {}

    /** Returns a reader at the start of the element. */
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
