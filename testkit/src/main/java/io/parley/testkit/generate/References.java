package io.parley.testkit.generate;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.StringJoiner;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/** The identifiers of a document and the references to them, which are resolved when the document is complete. */
final class References {
    private final Random random;
    private final Coverage coverage;
    private final List<String> ids = new ArrayList<>();
    private final List<Pending> pending = new ArrayList<>();

    References(Random random, Coverage coverage) {
        this.random = random;
        this.coverage = coverage;
    }

    /** A node that refers to identifiers, and how many there were when it was added. */
    private record Pending(Node node, boolean several, int idsBefore) {}

    /** Records a node that has received its text. */
    void note(Node node, SimpleDef type) {
        Construct construct = type.builtIn().construct();
        if (construct == Construct.ID) {
            ids.add("id-" + (ids.size() + 1));
            node.setTextContent(ids.get(ids.size() - 1));
        } else if (BuiltIns.REFERENCES.contains(construct)) {
            pending.add(new Pending(node, construct == Construct.IDREFS, ids.size()));
        }
    }

    /** Resolves all pending references; a document without an identifier gets one on its root if it needs one. */
    void settle(Element root, Notes notes) {
        if (ids.isEmpty() && !pending.isEmpty()) {
            root.setAttributeNS(null, "identity", "id-root");
            notes.type(root.getAttributeNodeNS(null, "identity"), BuiltIns.of(Construct.ID));
            ids.add("id-root");
        }
        for (Pending each : pending) {
            Set<String> chosen = new HashSet<>();
            StringJoiner text = new StringJoiner(" ");
            for (int i = each.several() ? 1 + random.nextInt(3) : 1; i > 0; i--) {
                int id = random.nextInt(ids.size());
                if (id >= each.idsBefore()) {
                    coverage.add(Construct.FORWARD_REFERENCE);
                }
                if (chosen.add(ids.get(id))) {
                    text.add(ids.get(id));
                }
            }
            each.node().setTextContent(text.toString());
        }
    }
}
