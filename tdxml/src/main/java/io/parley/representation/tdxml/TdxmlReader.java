package io.parley.representation.tdxml;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.binding.BoundSlot;
import io.parley.binding.Part;
import io.parley.binding.Parts;
import io.parley.representation.ContentReader;
import io.parley.representation.Source;
import io.parley.representation.TypedReader;
import java.util.Arrays;
import javax.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;

/**
 * Reader of text as events, and of the tables in envelopes as parts. The XML parser never sees a table's bytes, and a
 * message that consists of a single envelope is read without a parser.
 */
final class TdxmlReader extends TypedReader {
    /** Maximum digits of a part's number, which cannot overflow an int. */
    private static final int MAX_DIGITS = 9;
    /** Maximum bytes of a table whose memory is reused. */
    private static final int MAX_REUSED_BYTES = 64 * 1024;

    private final Source source;
    private final Parts parts;
    private final Tdxml tdxml;
    private final AgreedTables tables;
    private @Nullable EnvelopeFeed feed;
    private @Nullable Source outside;
    private @Nullable ContentReader text;
    private @Nullable TableBinaries binaries;
    private boolean started;
    /** Number of the current part. */
    private int current;
    /** True if the start tag of the table was read together with the envelope's. */
    private boolean tableIsOpen;

    TdxmlReader(Source source, Parts parts, Tdxml tdxml) {
        super(tdxml.xml(), source);
        this.source = source;
        this.parts = parts;
        this.tdxml = tdxml;
        this.tables = tdxml.tables(parts);
    }

    @Override
    protected int nextAround(boolean behindPart) throws XMLStreamException {
        ContentReader around = text;
        if (around == null) {
            return started ? endAlone() : begin();
        }
        if (behindPart) {
            expectEndOfEnvelope(around);
        }
        show(around);
        int event = around.next();
        boolean isPart = event == START_ELEMENT
                && Tags.isEnvelope(around.getNamespaceURI(), around.getLocalName())
                && around.getAttributeValue("", Tags.PART_ATTRIBUTE) != null;
        return isPart ? openPart(around) : event;
    }

    @Override
    protected @Nullable Object decode(Part agreed, BoundSlot root) throws XMLStreamException {
        long before = source.position();
        String name = tableIsOpen ? Tags.TABLE : OpeningTag.expectTable(source);
        TaggedText table = new TaggedText(source, name, "table", tdxml.memory().take());
        Rows rows = new Rows(table, source);
        TableBinaries here = new TableBinaries(source);
        binaries = here;
        Object value = new PartReader(
                        rows, tables.numbers(current), new Elements(tdxml.xml(), source.heap()), here, source.limits())
                .read(root);
        if (table.bytes().length <= MAX_REUSED_BYTES) {
            tdxml.memory().give(table.bytes());
        }
        if (outside != null && feed != null) {
            outside.consumed(source.position() - before);
            feed.resume();
        }
        return value;
    }

    @Override
    protected void holdBinaries() {
        if (binaries != null) {
            binaries.hold();
        }
    }

    /** Decides by the first bytes whether the part is inside XML. */
    private int begin() throws XMLStreamException {
        started = true;
        int known = tables.pass(source);
        if (known != AgreedTables.NONE) {
            tableIsOpen = true;
            current = known;
            return open(known, parts.get(known), null);
        }
        byte[] first = new byte[Tags.OPENING.length];
        int read = 0;
        while (read < first.length && !source.isAtEnd()) {
            first[read] = (byte) source.readByte();
            if (first[read++] != Tags.OPENING[read - 1]) {
                break;
            }
        }
        if (Arrays.equals(first, Tags.OPENING)) {
            OpeningTag tag = OpeningTag.read(source);
            return openPart(tag.part(), tag.schema(), null);
        }
        EnvelopeFeed around = new EnvelopeFeed(source, Arrays.copyOf(first, read));
        Source parsed = new Source(around, Source.UNKNOWN, source.limits());
        parsed.heldBy(source.heap());
        feed = around;
        outside = parsed;
        text = tdxml.xml().newReader(parsed, Parts.none());
        return nextAround(false);
    }

    /** Ends a message that consists of a single envelope. */
    private int endAlone() {
        OpeningTag.expectEnd(source);
        return endDocument(null);
    }

    private int openPart(ContentReader around) {
        if (feed == null || !feed.isAtTag()) {
            throw ParleyException.malformed(
                    "an envelope that begins with " + Tags.PREFIX + ":" + Tags.ENVELOPE,
                    "another prefix",
                    source.at("envelope"));
        }
        String schema = around.getAttributeValue("", Tags.SCHEMA_ATTRIBUTE);
        return openPart(around.getAttributeValue("", Tags.PART_ATTRIBUTE), schema == null ? "" : schema, around);
    }

    private int openPart(String number, String schema, @Nullable ContentReader names) {
        int index = partNumber(number);
        if (index < 0 || index >= parts.size() || !parts.get(index).isTyped()) {
            throw ParleyException.malformed("the number of a typed part", "another", source.at("envelope"));
        }
        Part agreed = parts.get(index);
        if (!schema.equals(Tags.digest(agreed.fingerprint()))) {
            throw new ParleyException(
                    ErrorCode.SCHEMA_VIOLATION,
                    source.at("envelope") + ": expected the digest of the agreed schema of " + agreed.key()
                            + ", found another");
        }
        tables.setLast(index);
        tableIsOpen = false;
        current = index;
        return open(index, agreed, names);
    }

    /** Returns the number in digits without leading zeros; -1 if it is not one. */
    private static int partNumber(String digits) {
        int length = digits.length();
        if (length == 0 || length > MAX_DIGITS || (length > 1 && digits.charAt(0) == '0')) {
            return -1;
        }
        int number = 0;
        for (int i = 0; i < length; i++) {
            int digit = digits.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            number = 10 * number + digit;
        }
        return number;
    }

    private void expectEndOfEnvelope(ContentReader around) throws XMLStreamException {
        int event = around.next();
        while (event == CHARACTERS && around.isWhiteSpace()) {
            event = around.next();
        }
        if (event != END_ELEMENT) {
            throw ParleyException.malformed(
                    "the end of the envelope after its table", "something else", source.at("envelope"));
        }
    }
}
