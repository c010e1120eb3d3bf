package io.parley.bench.form;

import io.parley.bench.document.Document;
import io.parley.schema.SafeXml;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.transform.Transformer;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.sax.SAXSource;
import javax.xml.transform.stream.StreamResult;
import net.sf.saxon.s9api.Processor;
import net.sf.saxon.s9api.XdmNode;
import nu.xom.Builder;
import nu.xom.NodeFactory;
import nu.xom.Nodes;
import nu.xom.Serializer;
import org.xml.sax.InputSource;
import org.xml.sax.XMLReader;
import org.xml.sax.helpers.XMLFilterImpl;

/** Trees of text, with the JDK's Xerces below each as in the bnux paper: DOM, XOM and Saxon's. */
final class TextTrees {
    private static final String UTF_8 = "UTF-8";

    private TextTrees() {}

    static List<Form> all() {
        return List.of(
                new Xom("xom", RivalParsers.xerces()),
                new Xom("xom-v", new XMLFilterImpl(RivalParsers.xerces())),
                new Dom(),
                new Saxon(),
                new Streaming());
    }

    /** XOM. What Xerces has verified it takes as it is; of a parser that it does not know it verifies all. */
    private static final class Xom extends TreeForm<nu.xom.Document> {
        private final Builder builder;

        Xom(String name, XMLReader parser) {
            super(name);
            builder = new Builder(parser);
        }

        @Override
        nu.xom.Document build(InputStream text) throws Exception {
            return builder.build(text);
        }

        @Override
        void write(nu.xom.Document tree, OutputStream to) throws Exception {
            Serializer serializer = new Serializer(to, UTF_8);
            serializer.write(tree);
            serializer.flush();
        }

        @Override
        long nodes(nu.xom.Document tree) {
            return tree.getChildCount();
        }
    }

    /** The JDK's DOM. */
    private static final class Dom extends TreeForm<org.w3c.dom.Document> {
        private final DocumentBuilder builder = RivalParsers.trees();
        private final Transformer transformer = SafeXml.transformer();

        Dom() {
            super("dom");
        }

        @Override
        org.w3c.dom.Document build(InputStream text) throws Exception {
            return builder.parse(text);
        }

        @Override
        void write(org.w3c.dom.Document tree, OutputStream to) throws Exception {
            transformer.transform(new DOMSource(tree), new StreamResult(to));
        }

        @Override
        long nodes(org.w3c.dom.Document tree) {
            return tree.getChildNodes().getLength();
        }
    }

    /** Saxon's tiny tree. */
    private static final class Saxon extends TreeForm<XdmNode> {
        private final Processor processor = new Processor(false);
        private final XMLReader parser = RivalParsers.xerces();

        Saxon() {
            super("saxon");
        }

        @Override
        XdmNode build(InputStream text) throws Exception {
            return processor.newDocumentBuilder().build(new SAXSource(parser, new InputSource(text)));
        }

        @Override
        void write(XdmNode tree, OutputStream to) throws Exception {
            processor.newSerializer(to).serializeNode(tree);
        }

        @Override
        long nodes(XdmNode tree) {
            return tree.getUnderlyingNode().hasChildNodes() ? 1 : 0;
        }
    }

    /** The bnux paper's baseline of streaming, "xom-NNF": XOM hands every node to a factory that keeps none. */
    private static final class Streaming implements Form {
        private final Builder builder = new Builder(RivalParsers.xerces(), false, new NoNodes());

        @Override
        public String name() {
            return "xom-nnf";
        }

        @Override
        public boolean isSeen() {
            return false;
        }

        @Override
        public boolean does(Direction direction, Document document) {
            return direction == Direction.READ;
        }

        @Override
        public Work work(Direction direction, Document document) {
            return () -> builder.build(document.xml()).getChildCount();
        }

        @Override
        public long bytes(Document document) {
            return document.bytes();
        }
    }

    /** Keeps the root alone, without which XOM has no document. */
    private static final class NoNodes extends NodeFactory {
        private static final Nodes NONE = new Nodes();

        @Override
        public Nodes finishMakingElement(nu.xom.Element element) {
            return element.getParent() instanceof nu.xom.Document ? new Nodes(element) : NONE;
        }

        @Override
        public Nodes makeText(String data) {
            return NONE;
        }

        @Override
        public Nodes makeAttribute(String name, String uri, String value, nu.xom.Attribute.Type type) {
            return NONE;
        }

        @Override
        public Nodes makeComment(String data) {
            return NONE;
        }

        @Override
        public Nodes makeProcessingInstruction(String target, String data) {
            return NONE;
        }
    }
}
