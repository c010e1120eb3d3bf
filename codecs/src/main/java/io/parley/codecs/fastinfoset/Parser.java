package io.parley.codecs.fastinfoset;

import com.sun.xml.fastinfoset.DecoderStateTables;
import com.sun.xml.fastinfoset.EncodingConstants;
import com.sun.xml.fastinfoset.QualifiedName;
import com.sun.xml.fastinfoset.stax.StAXDocumentParser;
import com.sun.xml.fastinfoset.util.DuplicateAttributeVerifier;
import io.parley.ErrorCode;
import io.parley.HotPath;
import io.parley.ParleyException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import javax.xml.stream.XMLStreamException;
import org.jvnet.fastinfoset.FastInfosetException;

/**
 * The library's parser, reused for one message after another. Its tables keep entries of earlier messages, which no
 * index can reach, because the scan counts the entries of the current message.
 *
 * <p>The bulk of a message is decoded here, into the library's fields, from the result of the scan: elements with known
 * names, their attributes and ends, and texts. The library would parse them a second time; it decodes the rest.
 * Compared with the library alone, reading with two passes over everything had 0.59 to 0.65 times the throughput, by
 * processor time in one JVM.
 */
final class Parser extends StAXDocumentParser {
    private static final byte[] NOTHING = {};
    /** Number of prefixes up to which the set is reused. */
    private static final int MAX_REUSED_PREFIXES = 64;

    /** Attribute names of the start tag, decoded here or by the library. */
    private final AttributeNames known = new AttributeNames();

    /** Prefixes of the table that were checked. */
    private Set<String> prefixes = new HashSet<>();

    private QualifiedName[] names = new QualifiedName[8];
    private String[] values = new String[8];
    private int count;
    private long characters;

    Parser() {
        super(InputStream.nullInputStream());
    }

    /** Starts a message. */
    void begin(byte[] bytes) {
        setInputStream(InputStream.nullInputStream());
        _octetBuffer = bytes;
        _octetBufferEnd = bytes.length;
        known.clear();
        // A large set is slow to clear.
        if (prefixes.size() > MAX_REUSED_PREFIXES) {
            prefixes = new HashSet<>();
        } else {
            prefixes.clear();
        }
        count = 0;
    }

    /** Ends the message; returns its length in bytes. */
    int end() {
        int length = _octetBufferEnd;
        _octetBuffer = NOTHING;
        _octetBufferEnd = 0;
        return length;
    }

    /** Checks the next item and decodes it. */
    @HotPath
    int advance(ItemScan scan) {
        try {
            return switch (_internalState) {
                case INTERNAL_STATE_VOID -> item(scan);
                case INTERNAL_STATE_START_DOCUMENT -> {
                    scan.header();
                    yield other(scan, scan.begin());
                }
                case INTERNAL_STATE_SINGLE_TERMINATE_ELEMENT_WITH_NAMESPACES -> other(scan, scan.begin());
                default -> super.next();
            };
        } catch (ParleyException e) {
            throw e;
        } catch (XMLStreamException | IOException | FastInfosetException | RuntimeException e) {
            throw new ParleyException(
                    ErrorCode.MALFORMED_MESSAGE,
                    ItemScan.place("item", scan.at()) + ": expected an item of a document, found another",
                    e);
        }
    }

    @HotPath
    private int item(ItemScan scan) throws XMLStreamException, IOException, FastInfosetException {
        int b = scan.begin();
        return switch (DecoderStateTables.EII(b)) {
            case DecoderStateTables.EII_NO_AIIS_INDEX_SMALL -> element(scan, scan.smallElement(b), false);
            case DecoderStateTables.EII_AIIS_INDEX_SMALL -> element(scan, scan.smallElement(b), true);
            case DecoderStateTables.EII_INDEX_MEDIUM ->
                element(scan, scan.elementName(b), (b & EncodingConstants.ELEMENT_ATTRIBUTE_FLAG) != 0);
            case DecoderStateTables.CII_UTF8_SMALL_LENGTH, DecoderStateTables.CII_UTF8_MEDIUM_LENGTH -> text(scan, b);
            case DecoderStateTables.CII_INDEX_SMALL -> knownText(scan, scan.smallText(b));
            case DecoderStateTables.CII_INDEX_MEDIUM -> knownText(scan, scan.text(b));
            case DecoderStateTables.TERMINATOR_SINGLE -> end(scan, b, INTERNAL_STATE_VOID);
            case DecoderStateTables.TERMINATOR_DOUBLE -> end(scan, b, INTERNAL_STATE_DOUBLE_TERMINATE_ELEMENT);
            default -> other(scan, b);
        };
    }

    /** Lets the library decode an item, after all of it was checked. */
    private int other(ItemScan scan, int b) throws XMLStreamException {
        scan.rest(b);
        int found = super.next();
        requireSame(scan);
        if (_prefixTable.getSize() > prefixes.size()) {
            learnPrefixes(scan);
        }
        if (found == START_ELEMENT) {
            beginTag();
            known.begin();
            for (int i = 0; i < _attributes.getLength(); i++) {
                add(scan, scan.attributeName(i), _attributes.getQualifiedName(i), _attributes.getValue(i));
            }
        }
        return found;
    }

    /**
     * Checks new prefixes for duplicates: the library identifies a prefix by its index, and would keep separate
     * bindings for two entries of the same prefix.
     */
    private void learnPrefixes(ItemScan scan) {
        for (int i = prefixes.size(); i < _prefixTable.getSize(); i++) {
            if (!prefixes.add(_prefixTable._array[i])) {
                throw scan.malformed("a prefix that the table has not yet", "one that it has");
            }
        }
    }

    private void requireSame(ItemScan scan) {
        if (_octetBufferOffset != scan.at()) {
            throw scan.malformed("an item that ends here", "one that the parser reads differently");
        }
    }

    /** Decodes an element without declarations whose name is known. */
    @HotPath
    private int element(ItemScan scan, int index, boolean hasAttributes) throws IOException, FastInfosetException {
        _characters = null;
        _algorithmData = null;
        _currentNamespaceAIIsEnd = 0;
        scan.enter();
        processEII(_elementNameTable._array[index], false);
        beginTag();
        if (hasAttributes) {
            attributes(scan);
        }
        scan.leaveTag(count);
        _octetBufferOffset = scan.at();
        return START_ELEMENT;
    }

    @HotPath
    private void attributes(ItemScan scan) throws IOException, FastInfosetException {
        known.begin();
        while (true) {
            int from = scan.at();
            int index = scan.attribute(0, count);
            if (index == ItemScan.END) {
                if (DecoderStateTables.AII(_octetBuffer[from] & 0xFF) == DecoderStateTables.AII_TERMINATOR_DOUBLE) {
                    _internalState = INTERNAL_STATE_START_ELEMENT_TERMINATE;
                }
                return;
            }
            if (index == _attributeNameTable.getSize()) {
                learnAttribute(scan, from);
            }
            QualifiedName name = _attributeNameTable._array[index];
            if (name.prefixIndex > 0 && _prefixTable._currentInScope[name.prefixIndex] != name.namespaceNameIndex) {
                throw scan.malformed("an attribute whose prefix is bound to its namespace", "another");
            }
            add(scan, index, name, value(scan));
        }
    }

    private void beginTag() {
        count = 0;
        characters = 0;
    }

    @HotPath
    private void add(ItemScan scan, int index, QualifiedName name, String value) {
        if (!known.isKnown(index)) {
            learn(scan, index, name);
        }
        if (!known.isFirst(index)) {
            throw scan.malformed("attributes of different names", "one name twice");
        }
        scan.checkWide(value);
        characters += value.length();
        if (count == names.length) {
            names = Arrays.copyOf(names, 2 * count);
            values = Arrays.copyOf(values, 2 * count);
        }
        names[count] = name;
        values[count++] = value;
    }

    private void learn(ItemScan scan, int index, QualifiedName name) {
        scan.checkName(name.prefix, name.localName);
        if (name.prefix.isEmpty() != name.namespaceName.isEmpty()) {
            throw scan.malformed("an attribute with a prefix in a namespace, or with neither", "another");
        }
        known.learn(index, name.namespaceName, name.localName);
    }

    /** Returns the number of attributes of the start tag. */
    int attributes() {
        return count;
    }

    /** Returns the number of characters of the attributes' values. */
    long attributeCharacters() {
        return characters;
    }

    QualifiedName attribute(int index) {
        return names[index];
    }

    String attributeValue(int index) {
        return values[index];
    }

    private void learnAttribute(ItemScan scan, int from) throws IOException, FastInfosetException {
        _octetBufferOffset = from;
        QualifiedName name = processLiteralQualifiedName(
                read() & EncodingConstants.LITERAL_QNAME_PREFIX_NAMESPACE_NAME_MASK, _attributeNameTable.getNext());
        name.createAttributeValues(DuplicateAttributeVerifier.MAP_SIZE);
        _attributeNameTable.add(name);
        requireSame(scan);
    }

    @HotPath
    private String value(ItemScan scan) throws IOException, FastInfosetException {
        int from = scan.at();
        int index = scan.value();
        if (index >= 0) {
            return _attributeValueTable._array[index];
        }
        return index == ItemScan.EMPTY ? "" : newValue(scan, from);
    }

    private String newValue(ItemScan scan, int from) throws IOException, FastInfosetException {
        int b = _octetBuffer[from] & 0xFF;
        boolean utf8 = DecoderStateTables.NISTRING(b) <= DecoderStateTables.NISTRING_UTF8_LARGE_LENGTH;
        int start = scan.at() - scan.length();
        String value;
        if (utf8 && isPlain(start, scan.at())) {
            value = new String(_octetBuffer, start, scan.length(), StandardCharsets.ISO_8859_1);
        } else {
            _octetBufferOffset = from;
            decodeNonIdentifyingStringOnFirstBit();
            requireSame(scan);
            value = new String(_charBuffer, 0, _charBufferLength);
        }
        if ((b & EncodingConstants.NISTRING_ADD_TO_TABLE_FLAG) != 0) {
            _attributeValueTable.add(value);
        }
        return value;
    }

    /** Returns whether octets are ASCII characters that XML allows. */
    @HotPath
    private boolean isPlain(int start, int end) {
        byte[] octets = _octetBuffer;
        for (int i = start; i < end; i++) {
            if (octets[i] < ' ' && !isSpace(octets[i])) {
                return false;
            }
        }
        return true;
    }

    private static boolean isSpace(byte octet) {
        return octet == '\n' || octet == '\r' || octet == '\t';
    }

    @HotPath
    private int text(ItemScan scan, int b) throws IOException {
        _algorithmData = null;
        scan.text(b);
        int length = scan.length();
        boolean kept = (b & EncodingConstants.CHARACTER_CHUNK_ADD_TO_TABLE_FLAG) != 0;
        if (kept) {
            _characterContentChunkTable.ensureSize(length);
            _characters = _characterContentChunkTable._array;
            _charactersOffset = _characterContentChunkTable._arrayIndex;
        } else {
            if (_charBuffer.length < length) {
                _charBuffer = new char[length];
            }
            _characters = _charBuffer;
            _charactersOffset = 0;
        }
        characters(scan.at() - length, length);
        if (kept) {
            _characterContentChunkTable.add(_charBufferLength);
        }
        _eventType = CHARACTERS;
        return CHARACTERS;
    }

    /** Decodes octets to the characters of the event; the library decodes those that are not ASCII. */
    @HotPath
    private void characters(int start, int length) throws IOException {
        byte[] octets = _octetBuffer;
        char[] into = _characters;
        int to = _charactersOffset;
        for (int i = 0; i < length; i++) {
            byte octet = octets[start + i];
            if (octet < ' ' && !isSpace(octet)) {
                _octetBufferOffset = start;
                _octetBufferLength = length;
                decodeUtf8StringIntoCharBuffer(into, to);
                return;
            }
            into[to + i] = (char) octet;
        }
        _charBufferLength = length;
        _octetBufferOffset = start + length;
    }

    @HotPath
    private int knownText(ItemScan scan, int index) {
        _algorithmData = null;
        _characterContentChunkTable._cachedIndex = index;
        _characters = _characterContentChunkTable._array;
        _charactersOffset = _characterContentChunkTable._offset[index];
        _charBufferLength = _characterContentChunkTable._length[index];
        _octetBufferOffset = scan.at();
        _eventType = CHARACTERS;
        return CHARACTERS;
    }

    /** Decodes the end of an element; the library decodes that of the document. */
    @HotPath
    private int end(ItemScan scan, int b, int next) throws XMLStreamException {
        if (_stackCount < 0) {
            return other(scan, b);
        }
        _characters = null;
        _algorithmData = null;
        _octetBufferOffset = scan.at();
        pop();
        _internalState = next == INTERNAL_STATE_VOID && _currentNamespaceAIIsEnd > 0
                ? INTERNAL_STATE_SINGLE_TERMINATE_ELEMENT_WITH_NAMESPACES
                : next;
        _eventType = END_ELEMENT;
        return END_ELEMENT;
    }

    /** Leaves the element; its name object is shared with the table of names. */
    private void pop() {
        _qualifiedName = _qNameStack[_stackCount];
        _currentNamespaceAIIsStart = _namespaceAIIsStartStack[_stackCount];
        _currentNamespaceAIIsEnd = _namespaceAIIsEndStack[_stackCount];
        _stackCount--;
    }

    /** Returns the characters that an encoding algorithm produced. */
    String decoded() {
        try {
            return getText();
        } catch (RuntimeException e) {
            throw new ParleyException(
                    ErrorCode.MALFORMED_MESSAGE,
                    ItemScan.place("text", _octetBufferOffset)
                            + ": expected text encoded by its algorithm, found other bytes",
                    e);
        }
    }

    boolean isAtEnd() {
        return _octetBufferOffset == _octetBufferEnd;
    }
}
