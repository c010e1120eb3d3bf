package io.parley.bench.form;

import io.parley.bench.document.Document;
import io.parley.schema.SafeXml;
import java.util.List;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.transform.Transformer;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.sax.SAXSource;
import javax.xml.transform.stream.StreamResult;
import net.sf.saxon.s9api.Processor;
import nu.xom.Builder;
import nu.xom.NodeFactory;
import nu.xom.Nodes;
import nu.xom.Serializer;
import org.xml.sax.InputSource;
import org.xml.sax.XMLReader;
import org.xml.sax.helpers.XMLFilterImpl;

/** Trees of text, each with the JDK's Xerces as parser, as in the bnux paper: DOM, XOM and Saxon's. */
final class TextTrees {
    private static final String UTF_8 = "UTF-8";

    private TextTrees() {}

    static List<Form> all() {
        return List.of(
                xom("xom", RivalParsers.xerces()),
                xom("xom-v", new XMLFilterImpl(RivalParsers.xerces())),
                dom(),
                saxon(),
                new Streaming());
    }

    /**
     * Returns XOM's form. XOM trusts Xerces to have verified its input, but verifies everything from an unknown parser.
     */
    private static Form xom(String name, XMLReader parser) {
        Builder builder = new Builder(parser);
        return TreeForm.text(
                name,
                builder::build,
                (tree, to) -> {
                    Serializer serializer = new Serializer(to, UTF_8);
                    serializer.write(tree);
                    serializer.flush();
                },
                nu.xom.Document::getChildCount);
    }

    /** Returns the form of the JDK's DOM. */
    private static Form dom() {
        DocumentBuilder builder = RivalParsers.trees();
        Transformer transformer = SafeXml.transformer();
        return TreeForm.text(
                "dom",
                builder::parse,
                (tree, to) -> transformer.transform(new DOMSource(tree), new StreamResult(to)),
                tree -> tree.getChildNodes().getLength());
    }

    /** Returns the form of Saxon's tiny tree. */
    private static Form saxon() {
        Processor processor = new Processor(false);
        XMLReader parser = RivalParsers.xerces();
        return TreeForm.text(
                "saxon",
                text -> processor.newDocumentBuilder().build(new SAXSource(parser, new InputSource(text))),
                (tree, to) -> processor.newSerializer(to).serializeNode(tree),
                tree -> tree.getUnderlyingNode().hasChildNodes() ? 1 : 0);
    }

    /** The bnux paper's streaming baseline, "xom-NNF": XOM passes every node to a factory that keeps none. */
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

    /** Keeps only the root, because XOM requires one. */
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
