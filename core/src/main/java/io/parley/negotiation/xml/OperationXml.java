package io.parley.negotiation.xml;

import io.parley.negotiation.PartTerm;
import jakarta.xml.bind.annotation.XmlAttribute;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * XML form of an operation: the shortened fingerprints of its parts by position, {@value #INFOSET} for a part that is
 * sent as infoset, {@value #ABSENT} for a position without a part.
 */
final class OperationXml {
    static final String INFOSET = "-";
    static final String ABSENT = ".";

    @XmlAttribute
    @Nullable
    String name;

    @XmlAttribute
    @Nullable
    List<String> in;

    @XmlAttribute
    @Nullable
    List<String> out;

    OperationXml() {}

    OperationXml(String name) {
        this.name = name;
    }

    void put(KeyText key, String fingerprint) {
        List<String> prints = prints(key.isIn());
        while (prints.size() <= key.index()) {
            prints.add(ABSENT);
        }
        prints.set(key.index(), fingerprint.isEmpty() ? INFOSET : fingerprint);
    }

    void addTo(List<PartTerm> parts, String namespace, String where) {
        String local = Lexical.required(where + "/@name", name);
        for (boolean isIn : new boolean[] {true, false}) {
            List<String> prints = prints(isIn);
            for (int i = 0; i < prints.size(); i++) {
                String print = prints.get(i);
                if (!print.equals(ABSENT)) {
                    String key = new KeyText(namespace, local, isIn, i).toString();
                    parts.add(new PartTerm(key, print.equals(INFOSET) ? "" : print));
                }
            }
        }
    }

    private List<String> prints(boolean isIn) {
        List<String> there = isIn ? in : out;
        if (there != null) {
            return there;
        }
        List<String> fresh = new ArrayList<>();
        if (isIn) {
            in = fresh;
        } else {
            out = fresh;
        }
        return fresh;
    }
}
