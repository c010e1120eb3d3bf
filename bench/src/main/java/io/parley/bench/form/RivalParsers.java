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
 * Other libraries' parsers, configured for speed only and reused for all documents. The documents were created by the
 * benchmarks or given on the command line; document types and external entities are not supported.
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

    /** Returns the JDK's Xerces as a SAX parser. */
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

    /** Returns the JDK's Xerces as a builder of trees, which are built eagerly as in the bnux paper. */
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
