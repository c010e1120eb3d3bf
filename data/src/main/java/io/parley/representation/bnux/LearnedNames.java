package io.parley.representation.bnux;

import io.parley.HotPath;
import io.parley.Limit;
import io.parley.ParleyException;
import io.parley.representation.NumberedNames;
import io.parley.representation.Source;
import io.parley.representation.XmlText;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * Names that a reader has learned, each of which was checked when it was new. The table outlives a message, so that the
 * names of a conversation are checked once. Names used by a message are counted for that message alone.
 */
final class LearnedNames implements NumberedNames {
    /**
     * Greatest number of words that are kept for the next message: more than the names of a service, but little memory.
     */
    private static final int MAX_KEPT_WORDS = 1024;

    private static final int MAX_KEPT_BYTES = 64 * 1024;
    private static final int UNKNOWN = -1;

    private final Words words = new Words();
    /**
     * For each word: its numbers as a prefix and as a namespace, and the first name that has it as its qualified name;
     * or unknown.
     */
    private int[] prefixOfWord = unknown(64);

    private int[] namespaceOfWord = unknown(64);
    private int[] nameOfWord = unknown(64);

    private final Table prefixes = new Table(XMLConstants.DEFAULT_NS_PREFIX, XMLConstants.XML_NS_PREFIX);
    private final Table namespaces = new Table(XMLConstants.NULL_NS_URI, XMLConstants.XML_NS_URI);
    private final Map<String, Integer> expanded = new HashMap<>();

    private String[] locals = new String[32];
    private int[] prefixOf = new int[32];
    private int[] namespaceOf = new int[32];
    private int[] expandedOf = new int[32];
    /** For each name: the next name with the same word in another namespace. */
    private int[] others = new int[32];

    private int[] usedBy = new int[32];
    private @Nullable QName[] qualified = new @Nullable QName[32];
    private int size;

    private int message;
    private int used;
    private int maxNames;

    /** Starts counting the names of a message. */
    void begin(Source source) {
        message++;
        used = 0;
        words.begin();
        maxNames = source.limits().getInt(Limit.NAMES);
    }

    /** Returns whether the table has become too large to be kept for another message. */
    boolean isLarge() {
        return words.size() > MAX_KEPT_WORDS || words.bytes() > MAX_KEPT_BYTES;
    }

    /** Returns the word of a symbol. */
    int word(Symbols symbols, int symbol) {
        int word = words.find(symbols.bytes(), symbols.start(symbol), symbols.end(symbol));
        while (word >= nameOfWord.length) {
            prefixOfWord = doubled(prefixOfWord);
            namespaceOfWord = doubled(namespaceOfWord);
            nameOfWord = doubled(nameOfWord);
        }
        return word;
    }

    /** Returns the name of a word in a namespace. */
    @HotPath
    int name(int word, int namespace, Source source) {
        int name = nameOfWord[word];
        while (name != UNKNOWN && namespaceOf[name] != namespace) {
            name = others[name];
        }
        if (name == UNKNOWN) {
            name = learnName(word, namespace, source);
        }
        if (usedBy[name] != message) {
            usedBy[name] = message;
            countOne(source);
            if (prefixes.isNew(prefixOf[name], message)) {
                countOne(source);
            }
        }
        return name;
    }

    @HotPath
    int namespace(int word, Source source) {
        int namespace = namespaceOfWord[word];
        if (namespace == UNKNOWN) {
            namespace = learnNamespace(word, source);
        }
        if (namespaces.isNew(namespace, message)) {
            countOne(source);
        }
        return namespace;
    }

    int prefix(int word, Source source) {
        int prefix = prefixOfWord[word];
        if (prefix == UNKNOWN) {
            prefix = learnPrefix(words.string(word), source);
            prefixOfWord[word] = prefix;
        }
        if (prefixes.isNew(prefix, message)) {
            countOne(source);
        }
        return prefix;
    }

    QName name(int name) {
        QName known = qualified[name];
        if (known == null) {
            known = new QName(namespace(namespaceOf[name]), locals[name], prefix(prefixOf[name]));
            qualified[name] = known;
        }
        return known;
    }

    String local(int name) {
        return locals[name];
    }

    /** Returns a number that is the same for names that differ only in their prefix. */
    int expandedOf(int name) {
        return expandedOf[name];
    }

    /** Returns the number of names. */
    int size() {
        return size;
    }

    @Override
    public String prefix(int prefix) {
        return prefixes.string(prefix);
    }

    @Override
    public String namespace(int namespace) {
        return namespaces.string(namespace);
    }

    @Override
    public int prefixOf(int name) {
        return prefixOf[name];
    }

    @Override
    public int namespaceOf(int name) {
        return namespaceOf[name];
    }

    private int learnName(int word, int namespace, Source source) {
        String whole = words.string(word);
        int colon = whole.indexOf(':');
        String local = whole.substring(colon + 1);
        if (!XmlText.isNcName(local)) {
            throw wrong("an XML name with one colon or none", source);
        }
        int prefix = colon < 0 ? NONE : learnPrefix(whole.substring(0, colon), source);
        boolean bindable = prefix == NONE ? namespace != XML : isBindable(prefix, namespace);
        if (colon == 0 || !bindable) {
            throw wrong("a name whose prefix can be bound to its namespace", source);
        }
        grow();
        locals[size] = local;
        prefixOf[size] = prefix;
        namespaceOf[size] = namespace;
        Integer first = expanded.putIfAbsent(namespace + " " + local, size);
        expandedOf[size] = first == null ? size : first;
        others[size] = nameOfWord[word];
        nameOfWord[word] = size;
        return size++;
    }

    private static boolean isBindable(int prefix, int namespace) {
        return namespace != NONE && (prefix == XML) == (namespace == XML);
    }

    private int learnPrefix(String prefix, Source source) {
        boolean legal = prefix.isEmpty() || (XmlText.isNcName(prefix) && !prefix.equals(XMLConstants.XMLNS_ATTRIBUTE));
        if (!legal) {
            throw wrong("a prefix that may be declared", source);
        }
        return prefixes.number(prefix);
    }

    private int learnNamespace(int word, Source source) {
        String namespace = words.string(word);
        if (namespace.equals(XMLConstants.XMLNS_ATTRIBUTE_NS_URI)) {
            throw wrong("a namespace that may be declared", source);
        }
        int number = namespaces.number(namespace);
        namespaceOfWord[word] = number;
        return number;
    }

    private void countOne(Source source) {
        if (++used > maxNames) {
            throw ParleyException.limit(Limit.NAMES, maxNames, used, source.at("page before"));
        }
    }

    private static ParleyException wrong(String expected, Source source) {
        return ParleyException.malformed(expected, "something else", source.at("page before"));
    }

    private void grow() {
        if (size == locals.length) {
            locals = Arrays.copyOf(locals, 2 * size);
            prefixOf = Arrays.copyOf(prefixOf, 2 * size);
            namespaceOf = Arrays.copyOf(namespaceOf, 2 * size);
            expandedOf = Arrays.copyOf(expandedOf, 2 * size);
            others = Arrays.copyOf(others, 2 * size);
            usedBy = Arrays.copyOf(usedBy, 2 * size);
            qualified = Arrays.copyOf(qualified, 2 * size);
        }
    }

    private static int[] unknown(int size) {
        int[] numbers = new int[size];
        Arrays.fill(numbers, UNKNOWN);
        return numbers;
    }

    private static int[] doubled(int[] numbers) {
        int[] larger = Arrays.copyOf(numbers, 2 * numbers.length);
        Arrays.fill(larger, numbers.length, larger.length, UNKNOWN);
        return larger;
    }

    /** Table of numbered strings, of which the first two are predefined. */
    private static final class Table {
        private final Map<String, Integer> numbers = new HashMap<>();
        private String[] strings = new String[8];
        private int[] usedBy = new int[8];

        Table(String none, String xml) {
            number(none);
            number(xml);
        }

        int number(String string) {
            Integer known = numbers.putIfAbsent(string, numbers.size());
            if (known != null) {
                return known;
            }
            int number = numbers.size() - 1;
            if (number == strings.length) {
                strings = Arrays.copyOf(strings, 2 * number);
                usedBy = Arrays.copyOf(usedBy, 2 * number);
            }
            strings[number] = string;
            return number;
        }

        String string(int number) {
            return strings[number];
        }

        /** Returns whether the message uses this name for the first time; predefined names do not count. */
        boolean isNew(int number, int message) {
            if (number <= XML || usedBy[number] == message) {
                return false;
            }
            usedBy[number] = message;
            return true;
        }
    }
}
