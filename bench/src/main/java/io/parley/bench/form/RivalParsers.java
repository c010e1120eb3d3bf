package io.parley.bench.form;

import com.ctc.wstx.stax.WstxInputFactory;
import com.fasterxml.aalto.stax.InputFactoryImpl;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParserFactory;
import javax.xml.stream.XMLInputFactory;
import org.xml.sax.SAXException;
import org.xml.sax.XMLReader;

/**
 * Parsers as those who only want them fast set them up, kept for all documents. They read documents that the benchmarks
 * made or were given on the command line, and neither document types nor anything from outside.
 */
final class RivalParsers {
    private static final String NO_DOCTYPE = "http://apache.org/xml/features/disallow-doctype-decl";
    private static final String DEFERRED = "http://apache.org/xml/features/dom/defer-node-expansion";

    private RivalParsers() {}

    static XMLInputFactory woodstox() {
        return plain(new WstxInputFactory());
    }

    static XMLInputFactory aalto() {
        return plain(new InputFactoryImpl());
    }

    private static XMLInputFactory plain(XMLInputFactory factory) {
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        return factory;
    }

    /** The JDK's Xerces as SAX parser. */
    static XMLReader xerces() {
        try {
            SAXParserFactory factory = SAXParserFactory.newDefaultInstance();
            factory.setNamespaceAware(true);
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, false);
            factory.setFeature(NO_DOCTYPE, true);
            return factory.newSAXParser().getXMLReader();
        } catch (ParserConfigurationException | SAXException e) {
            throw new IllegalStateException("the JDK has no SAX parser", e);
        }
    }

    /** The JDK's Xerces as builder of trees, which are complete at once as in the bnux paper. */
    static DocumentBuilder trees() {
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
            factory.setNamespaceAware(true);
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, false);
            factory.setFeature(NO_DOCTYPE, true);
            factory.setFeature(DEFERRED, false);
            return factory.newDocumentBuilder();
        } catch (ParserConfigurationException e) {
            throw new IllegalStateException("the JDK has no builder of trees", e);
        }
    }
}
