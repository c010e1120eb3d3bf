package io.parley.soap;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.context.Change;
import io.parley.context.Condition;
import io.parley.context.ContentAddress;
import io.parley.context.Contents;
import io.parley.context.ContextStore;
import io.parley.context.ContextStores;
import io.parley.context.Scope;
import io.parley.context.StoreSettings;
import io.parley.context.Transaction;
import io.parley.context.Value;
import io.parley.representation.ContentWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import javax.xml.stream.XMLStreamException;

/**
 * Tests that a message with any elements in place of its header blocks (numbers, blocks, names of stored blocks, also
 * of a poisoned one) is read or refused with a code; that the session stays within its limits; and that a poisoned
 * block is never returned.
 */
class StaticHeadersFuzzTest {
    private static final Limits LIMITS =
            Limits.defaults().with(Limit.STATIC_HEADERS, 8).with(Limit.STATIC_HEADER_BYTES, 2_000);
    private static final Set<ErrorCode> REFUSALS = EnumSet.of(
            ErrorCode.MALFORMED_MESSAGE,
            ErrorCode.XML_REFUSED,
            ErrorCode.LIMIT,
            ErrorCode.CONTEXT_UNAVAILABLE,
            ErrorCode.CONTEXT_REFUSED,
            ErrorCode.CONTENT_MISMATCH);
    private static final String BLOCK = "<a:a xmlns:a=\"urn:a\">kept</a:a>";
    private static final String POISON = "<a:a xmlns:a=\"urn:a\">poison</a:a>";
    private static final String KNOWN = address(BLOCK);
    private static final String POISONED = address("<a:a xmlns:a=\"urn:a\">what it was</a:a>");
    private static final int MOST_MESSAGES = 20;
    private static final int MOST_TEXT = 300;

    /** Messages that a peer composes of the existing elements. */
    @FuzzTest
    void anyElementsInAnyOrder(FuzzedDataProvider data) throws XMLStreamException {
        try (ContextStore store = store()) {
            List<StaticHeader> told = new ArrayList<>();
            StoredHeaders kept = new StoredHeaders(LIMITS, context -> fetched(store, context), told::add);
            for (int i = 0; i < MOST_MESSAGES && data.remainingBytes() > 0; i++) {
                byte[] envelope;
                try {
                    envelope = Headers.bytes(data.consumeBoolean() ? "bnux" : "xml", out -> elements(data, out));
                } catch (AssertionError | IllegalArgumentException | ParleyException e) {
                    continue; // no writer writes that
                }
                read(envelope, data.consumeBoolean() ? "bnux" : "xml", kept);
                assertThat(kept.takeUnacknowledged()).allMatch(number -> number >= 1 && number <= 8);
            }
            check(told);
        }
    }

    /** Messages with any bytes, for a session that has a block. */
    @FuzzTest
    void anyBytes(byte[] envelope) throws XMLStreamException {
        try (ContextStore store = store()) {
            List<StaticHeader> told = new ArrayList<>();
            StoredHeaders kept = new StoredHeaders(LIMITS, context -> fetched(store, context), told::add);
            kept.begin(List.of(Headers.block(BLOCK)));
            read(envelope, "xml", kept);
            read(envelope, "bnux", kept);
            check(told);
        }
    }

    private static void check(List<StaticHeader> told) {
        assertThat(told.stream().mapToLong(StaticHeader::length).sum()).isLessThanOrEqualTo(2_000);
        assertThat(told).hasSizeLessThanOrEqualTo(8);
    }

    private static void read(byte[] envelope, String representation, StoredHeaders kept) throws XMLStreamException {
        try {
            assertThat(Headers.read(representation, envelope, kept)).doesNotContain(POISON);
        } catch (ParleyException e) {
            if (!REFUSALS.contains(e.code())) {
                throw e;
            }
        }
    }

    private static void elements(FuzzedDataProvider data, ContentWriter out) throws XMLStreamException {
        for (int count = data.consumeInt(0, 6); count > 0; count--) {
            String namespace = data.consumeBoolean() ? HeaderElements.NAMESPACE : "urn:parley:2";
            out.writeStartElement("p", data.consumeBoolean() ? "keep" : "headers", namespace);
            if (data.consumeBoolean()) {
                out.writeAttribute("number", number(data));
            }
            if (data.consumeBoolean()) {
                out.writeAttribute("context", context(data));
            }
            if (data.consumeBoolean()) {
                out.writeCharacters(text(data));
            }
            out.writeEndElement();
        }
    }

    private static String number(FuzzedDataProvider data) {
        return data.consumeBoolean() ? String.valueOf(data.consumeInt(-1, 9)) : data.consumeAsciiString(12);
    }

    private static String context(FuzzedDataProvider data) {
        return data.pickValue(new String[] {
            KNOWN, POISONED, KNOWN + "0", "urn:parley:sha256:", "http://127.0.0.1:1/", data.consumeString(80)
        });
    }

    private static String text(FuzzedDataProvider data) {
        return switch (data.consumeInt(0, 4)) {
            case 0 -> "1 2";
            case 1 -> BLOCK.replace("kept", "k".repeat(data.consumeInt(0, 1_500)));
            case 2 -> number(data) + ' ' + number(data);
            case 3 -> BLOCK.replace("kept", data.consumeString(MOST_TEXT));
            default -> data.consumeString(MOST_TEXT);
        };
    }

    private static ContextStore store() {
        ContextStore store = ContextStores.open("memory:", StoreSettings.defaults());
        put(store, KNOWN, BLOCK);
        put(store, POISONED, POISON);
        return store;
    }

    private static void put(ContextStore store, String scope, String block) {
        store.write(Transaction.in(
                new Scope(scope),
                "anybody",
                new Change.Put("content", value(block), "anybody", Duration.ofHours(1), Condition.any())));
    }

    private static byte[] fetched(ContextStore store, String context) {
        return new Contents(store)
                .get(ContentAddress.parse(context))
                .map(Value::toArray)
                .orElseThrow(() -> new ParleyException(ErrorCode.CONTEXT_UNAVAILABLE, "expected what the store has"));
    }

    private static String address(String block) {
        return value(block).address().uri();
    }

    private static Value value(String block) {
        return Value.of(block.getBytes(StandardCharsets.UTF_8), "application/xml");
    }
}
