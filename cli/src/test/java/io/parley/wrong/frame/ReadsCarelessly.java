package io.parley.wrong.frame;

import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.Unmarshaller;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** The three unsafe ways to read a peer's bytes. Never executed. */
final class ReadsCarelessly {

    private ReadsCarelessly() {}

    static Object anyObject(InputStream in) throws IOException, ClassNotFoundException {
        try (var objects = new ObjectInputStream(in)) {
            return objects.readObject();
        }
    }

    static XMLStreamReader anyDocument(InputStream in) throws XMLStreamException {
        return XMLInputFactory.newFactory().createXMLStreamReader(in);
    }

    static Object anyBean(Unmarshaller unmarshaller, InputStream in) throws JAXBException {
        return unmarshaller.unmarshal(in);
    }
}
