package io.parley.representation.tokens;

import io.parley.HotPath;
import io.parley.ParleyException;
import io.parley.representation.OpenElements;
import io.parley.representation.Source;
import io.parley.representation.XmlText;
import java.util.Arrays;
import javax.xml.namespace.QName;

/** The attributes of the start tag that a reader stands on. */
final class Attributes {
    private final Source source;
    private final ReaderNames names;
    private int[] attributes = new int[2];
    private String[] values = new String[2];
    private int count;

    /** By expanded name: the start tag that last had it. */
    private int[] seenBy = new int[4];

    private int tag;

    Attributes(Source source, ReaderNames names) {
        this.source = source;
        this.names = names;
    }

    void clear() {
        Arrays.fill(values, 0, count, null);
        count = 0;
    }

    @HotPath
    void read(int number, OpenElements open) {
        tag++;
        for (int i = 0; i < number; i++) {
            int name = names.readName();
            names.check(name, false, open);
            checkOnce(names.expandedOf(name));
            String value = source.readString("attribute");
            XmlText.check(value, source, "attribute");
            add(name, value);
        }
    }

    int count() {
        return count;
    }

    QName name(int index) {
        return names.name(attributes[index]);
    }

    String value(int index) {
        return values[index];
    }

    private void checkOnce(int expanded) {
        if (expanded >= seenBy.length) {
            seenBy = Arrays.copyOf(seenBy, Math.max(expanded + 1, 2 * seenBy.length));
        }
        if (seenBy[expanded] == tag) {
            throw ParleyException.malformed("an attribute once", "it twice", source.at("attribute"));
        }
        seenBy[expanded] = tag;
    }

    private void add(int name, String value) {
        if (count == values.length) {
            attributes = Arrays.copyOf(attributes, 2 * count);
            values = Arrays.copyOf(values, 2 * count);
        }
        attributes[count] = name;
        values[count++] = value;
    }
}
