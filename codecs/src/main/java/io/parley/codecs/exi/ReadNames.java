package io.parley.codecs.exi;

import io.parley.Limit;
import io.parley.ParleyException;
import io.parley.codecs.WrittenText;
import io.parley.representation.NumberedNames;
import io.parley.representation.Source;
import io.parley.representation.XmlText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;

/** Names of one message, each checked and counted when it is new. Used by one reader. */
final class ReadNames implements NumberedNames {
    private final Source source;
    private final int maxNames;
    private final Map<String, Integer> prefixes = new HashMap<>();
    private final Map<String, Integer> namespaces = new HashMap<>();
    private final Map<Key, Integer> names = new HashMap<>();
    private final List<String> prefixList = new ArrayList<>();
    private final List<String> namespaceList = new ArrayList<>();
    private final List<Name> nameList = new ArrayList<>();

    private record Key(String prefix, String namespace, String local) {}

    private record Name(QName name, int prefix, int namespace) {}

    ReadNames(Source source) {
        this.source = source;
        this.maxNames = source.limits().getInt(Limit.NAMES);
        addPredefined(XMLConstants.DEFAULT_NS_PREFIX, XMLConstants.NULL_NS_URI);
        addPredefined(XMLConstants.XML_NS_PREFIX, XMLConstants.XML_NS_URI);
    }

    /**
     * Returns whether a local name can be written: EXIficient 1.0.7 counts UTF-16 units where EXI counts characters
     * (EXI 1.0, section 7.1.10), so the bytes after a name with a character beyond U+FFFF could not be read.
     */
    static boolean isEncodable(String local) {
        return local.codePointCount(0, local.length()) == local.length();
    }

    int prefixNumber(String prefix) {
        Integer number = prefixes.get(prefix);
        if (number != null) {
            return number;
        }
        if (!XmlText.isNcName(prefix) || prefix.equals(XMLConstants.XMLNS_ATTRIBUTE)) {
            throw illegal("a prefix that may be declared");
        }
        prefixes.put(prefix, prefixList.size());
        prefixList.add(prefix);
        count();
        return prefixList.size() - 1;
    }

    int namespaceNumber(String namespace) {
        Integer number = namespaces.get(namespace);
        if (number != null) {
            return number;
        }
        if (WrittenText.firstIllegal(namespace) >= 0 || namespace.equals(XMLConstants.XMLNS_ATTRIBUTE_NS_URI)) {
            throw illegal("a namespace that may be declared");
        }
        namespaces.put(namespace, namespaceList.size());
        namespaceList.add(namespace);
        count();
        return namespaceList.size() - 1;
    }

    int nameNumber(String prefix, String namespace, String local) {
        var key = new Key(prefix, namespace, local);
        Integer number = names.get(key);
        if (number != null) {
            return number;
        }
        if (!XmlText.isNcName(local)) {
            throw illegal("a legal name");
        }
        if (!isEncodable(local)) {
            throw illegal("a name of characters up to U+FFFF");
        }
        var name = new Name(new QName(namespace, local, prefix), prefixNumber(prefix), namespaceNumber(namespace));
        names.put(key, nameList.size());
        nameList.add(name);
        count();
        return nameList.size() - 1;
    }

    QName name(int name) {
        return nameList.get(name).name;
    }

    @Override
    public String prefix(int prefix) {
        return prefixList.get(prefix);
    }

    @Override
    public String namespace(int namespace) {
        return namespaceList.get(namespace);
    }

    @Override
    public int prefixOf(int name) {
        return nameList.get(name).prefix;
    }

    @Override
    public int namespaceOf(int name) {
        return nameList.get(name).namespace;
    }

    private void addPredefined(String prefix, String namespace) {
        prefixes.put(prefix, prefixList.size());
        prefixList.add(prefix);
        namespaces.put(namespace, namespaceList.size());
        namespaceList.add(namespace);
    }

    /** Checks the number of names, without the four predefined ones. */
    private void count() {
        int count = prefixList.size() + namespaceList.size() + nameList.size() - 4;
        if (count > maxNames) {
            throw ParleyException.limit(Limit.NAMES, maxNames, count, source.at("name"));
        }
    }

    private ParleyException illegal(String expected) {
        return ParleyException.malformed(expected, "something else", source.at("name"));
    }
}
