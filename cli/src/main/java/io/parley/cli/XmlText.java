package io.parley.cli;

import java.io.StringReader;
import java.io.StringWriter;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import org.apache.cxf.staxutils.PrettyPrintXMLStreamWriter;
import org.apache.cxf.staxutils.StaxUtils;

/** Formats XML for reading. */
final class XmlText {
    private static final int INDENT = 2;

    private XmlText() {}

    /** Returns the XML with a line for each element, or unchanged if it cannot be parsed. */
    static String indented(String xml) {
        StringWriter text = new StringWriter();
        try {
            XMLStreamReader reader = StaxUtils.createXMLStreamReader(new StringReader(xml));
            XMLStreamWriter writer = new PrettyPrintXMLStreamWriter(StaxUtils.createXMLStreamWriter(text), INDENT);
            StaxUtils.copy(reader, writer);
            writer.flush();
            return text.toString().strip();
        } catch (XMLStreamException e) {
            return xml;
        }
    }
}
