package io.parley.cli;

import java.io.StringReader;
import java.io.StringWriter;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import org.apache.cxf.staxutils.PrettyPrintXMLStreamWriter;
import org.apache.cxf.staxutils.StaxUtils;

/** XML for the eyes. */
final class XmlText {
    private static final int INDENT = 2;

    private XmlText() {}

    /** The same with a line for each element, or as it is if it is no XML. */
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
