package io.parley.representation.tokens;

import io.parley.HotPath;
import io.parley.Limit;
import io.parley.ParleyException;
import io.parley.representation.NumberedNames;
import io.parley.representation.OpenElements;
import io.parley.representation.Source;
import io.parley.representation.XmlText;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;

/**
 * The names of one message as its reader learns them. Each is checked once, when it is new; from then on a name is a
 * number and looking it up an array access.
 */
final class ReaderNames implements NumberedNames {
    private final Source source;
    private final int most;
    private int count;

    private final Map<String, Integer> prefixNumbers = new HashMap<>();
    private final Map<String, Integer> namespaceNumbers = new HashMap<>();
    /** By namespace number and local name, the first name with both; by prefix number and these, the name itself. */
    private final Map<String, Integer> seen = new HashMap<>();

    private String[] prefixes = new String[4];
    private String[] namespaces = new String[4];
    private QName[] names = new QName[4];
    private int[] prefixOf = new int[4];
    private int[] namespaceOf = new int[4];
    private int[] expandedOf = new int[4];
    private int size;

    ReaderNames(Source source) {
        this.source = source;
        this.most = source.limits().getInt(Limit.NAMES);
        prefixes[NONE] = XMLConstants.DEFAULT_NS_PREFIX;
        prefixes[XML] = XMLConstants.XML_NS_PREFIX;
        namespaces[NONE] = XMLConstants.NULL_NS_URI;
        namespaces[XML] = XMLConstants.XML_NS_URI;
        for (int i = 0; i <= XML; i++) {
            prefixNumbers.put(prefixes[i], i);
            namespaceNumbers.put(namespaces[i], i);
        }
    }

    /** Reads a name: its number. */
    @HotPath
    int readName() {
        long reference = source.readVarint();
        if (reference == 0) {
            return introduceName();
        }
        return known(reference, size, "name");
    }

    int readPrefix() {
        long reference = source.readVarint();
        if (reference == 0) {
            return introducePrefix();
        }
        return known(reference, prefixNumbers.size(), "prefix");
    }

    int readNamespace() {
        long reference = source.readVarint();
        if (reference == 0) {
            return introduceNamespace();
        }
        return known(reference, namespaceNumbers.size(), "namespace");
    }

    QName name(int name) {
        return names[name];
    }

    @Override
    public int prefixOf(int name) {
        return prefixOf[name];
    }

    @Override
    public int namespaceOf(int name) {
        return namespaceOf[name];
    }

    /** The same number for names that differ only in their prefix. */
    int expandedOf(int name) {
        return expandedOf[name];
    }

    @Override
    public String prefix(int prefix) {
        return prefixes[prefix];
    }

    @Override
    public String namespace(int namespace) {
        return namespaces[namespace];
    }

    /** Checks that the name's prefix is bound to its namespace here; an attribute without prefix has none. */
    @HotPath
    void check(int name, boolean element, OpenElements open) {
        int prefix = prefixOf[name];
        int expected = prefix == NONE && !element ? NONE : open.bound(prefix);
        if (namespaceOf[name] != expected) {
            throw ParleyException.malformed(
                    "a name whose prefix is bound to its namespace", "another", source.at("name"));
        }
    }

    private int known(long reference, int known, String where) {
        if (reference < 0 || reference > known) {
            throw ParleyException.malformed(
                    "one of the " + known + " seen so far", Long.toUnsignedString(reference), source.at(where));
        }
        return (int) reference - 1;
    }

    private int introduceName() {
        int prefix = readPrefix();
        int namespace = readNamespace();
        String local = source.readString("name");
        if (!XmlText.isNcName(local)) {
            throw ParleyException.malformed("an XML name without colon", "something else", source.at("name"));
        }
        if (prefix != NONE && namespace == NONE) {
            throw ParleyException.malformed("a namespace for the prefix", "none", source.at("name"));
        }
        countOne();
        String key = namespace + " " + local;
        if (seen.putIfAbsent(prefix + " " + key, size) != null) {
            throw repeated("name");
        }
        Integer first = seen.putIfAbsent(key, size);
        if (size == names.length) {
            grow();
        }
        names[size] = new QName(namespaces[namespace], local, prefixes[prefix]);
        prefixOf[size] = prefix;
        namespaceOf[size] = namespace;
        expandedOf[size] = first == null ? size : first;
        return size++;
    }

    private int introducePrefix() {
        String prefix = source.readString("prefix");
        if (!XmlText.isNcName(prefix) || prefix.equals(XMLConstants.XMLNS_ATTRIBUTE)) {
            throw ParleyException.malformed("a prefix that may be declared", "something else", source.at("prefix"));
        }
        countOne();
        int number = prefixNumbers.size();
        if (prefixNumbers.putIfAbsent(prefix, number) != null) {
            throw repeated("prefix");
        }
        if (number == prefixes.length) {
            prefixes = Arrays.copyOf(prefixes, 2 * number);
        }
        prefixes[number] = prefix;
        return number;
    }

    private int introduceNamespace() {
        String namespace = source.readString("namespace");
        if (XmlText.firstIllegal(namespace) >= 0 || namespace.equals(XMLConstants.XMLNS_ATTRIBUTE_NS_URI)) {
            throw ParleyException.malformed(
                    "a namespace that may be declared", "something else", source.at("namespace"));
        }
        countOne();
        int number = namespaceNumbers.size();
        if (namespaceNumbers.putIfAbsent(namespace, number) != null) {
            throw repeated("namespace");
        }
        if (number == namespaces.length) {
            namespaces = Arrays.copyOf(namespaces, 2 * number);
        }
        namespaces[number] = namespace;
        return number;
    }

    private ParleyException repeated(String where) {
        return ParleyException.malformed("a new one", "one seen before", source.at(where));
    }

    private void countOne() {
        if (++count > most) {
            throw ParleyException.limit(Limit.NAMES, most, count, source.at("name"));
        }
    }

    private void grow() {
        names = Arrays.copyOf(names, 2 * size);
        prefixOf = Arrays.copyOf(prefixOf, 2 * size);
        namespaceOf = Arrays.copyOf(namespaceOf, 2 * size);
        expandedOf = Arrays.copyOf(expandedOf, 2 * size);
    }
}
