package io.parley.representation.hhfr;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.Limits;
import io.parley.binding.Fragment;
import io.parley.binding.Record;
import io.parley.binding.RecordBinding;
import io.parley.layout.CanonicalText;
import io.parley.layout.Layout;
import io.parley.layout.Slot;
import io.parley.representation.ContentReader;
import io.parley.representation.Representation;
import io.parley.representation.Source;
import io.parley.representation.TypedMessages;
import io.parley.representation.bnux.Bnux;
import io.parley.representation.xml.XmlRepresentation;
import io.parley.schema.SafeXml;
import io.parley.schema.Schema;
import io.parley.schema.SchemaDocument;
import io.parley.testkit.Encoded;
import io.parley.testkit.Infoset;
import io.parley.testkit.generate.Coverage;
import io.parley.testkit.generate.MessageGenerator;
import io.parley.testkit.generate.RandomMessage;
import io.parley.testkit.generate.RandomSchema;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/**
 * The properties that must hold for the records of a random schema. A failure reports the seed, the schema and the
 * message.
 */
final class RecordLaws {
    private static final int MESSAGES = 2;
    private static final List<Representation> INFOSETS =
            List.of(new Bnux(), new XmlRepresentation(), new Hhfr(new Bnux()));

    /** The representations with typed parts. */
    static final List<TypedMessages> TYPED = List.of(TypedMessages.of("hhfr"), TypedMessages.of("tdxml"));

    private static final TypedMessages TDXML = TYPED.get(1);

    private final RandomSchema random;
    private final long seed;
    private final XsdJudge judge;
    private final Layout layout;

    private RecordLaws(RandomSchema random, long seed, XsdJudge judge, Layout layout) {
        this.random = random;
        this.seed = seed;
        this.judge = judge;
        this.layout = layout;
    }

    /** Numbers of checked schemas, messages and elements. */
    static final class Counts {
        private int schemas;
        private int messages;
        private int typed;
        private int open;

        @Override
        public String toString() {
            return schemas + " schemas, " + messages + " messages, " + typed + " elements typed, " + open
                    + " elements infoset because no schema describes them or they say another simple type, 0 for any other"
                    + " reason";
        }
    }

    /** Reads the schema, which must be valid, and whose layout must be the same after printing and reading it again. */
    static RecordLaws of(RandomSchema random, long seed) {
        try {
            XsdJudge judge = XsdJudge.of(random);
            Schema schema = Schema.read(documents(random), Limits.defaults());
            Layout layout = Layout.compile(schema);
            Layout again = Layout.compile(Schema.read(schema.print(), Limits.defaults()));
            for (Slot.Element element : layout.elements()) {
                assertThat(CanonicalText.of(again.element(element.name()).orElseThrow()))
                        .as("the layout of %s after printing", element.name())
                        .isEqualTo(CanonicalText.of(element));
            }
            return new RecordLaws(random, seed, judge, layout);
        } catch (Exception | AssertionError e) {
            throw new AssertionError(failure(seed, random, e), e);
        }
    }

    static List<SchemaDocument> documents(RandomSchema random) {
        return random.documents().stream()
                .map(document -> new SchemaDocument(document.file(), document.text()))
                .toList();
    }

    static String failure(long seed, RandomSchema schema, Throwable cause) {
        return cause + "\nagain with -Dparley.seeds=" + seed + "\n" + schema;
    }

    /** Checks a few messages of the root, and one of each part. */
    void check(Coverage coverage, Counts counts) {
        counts.schemas++;
        Slot.Element root = layout.element(random.root()).orElseThrow();
        for (int i = 0; i < MESSAGES; i++) {
            check(root, MessageGenerator.generate(random, seed * MESSAGES + i), coverage, counts);
        }
        for (int i = 0; i < random.parts().size(); i++) {
            RandomSchema.Part part = random.parts().get(i);
            Slot.Element element = layout.part(part.name(), part.type()).orElseThrow();
            check(element, MessageGenerator.ofPart(random, i, seed), coverage, counts);
        }
    }

    private void check(Slot.Element element, RandomMessage message, Coverage coverage, Counts counts) {
        try {
            judge.check(message.text());
            check(RecordBinding.of(element), message);
        } catch (Exception | AssertionError e) {
            throw new AssertionError(failure(seed, random, e) + "\n" + message, e);
        }
        coverage.addAll(message.coverage());
        counts.messages++;
        counts.typed += message.typedElements();
        counts.open += message.openElements();
    }

    private static void check(RecordBinding binding, RandomMessage message) throws XMLStreamException {
        XMLStreamReader in = SafeXml.reader(new StringReader(message.text()), Limits.defaults());
        in.nextTag();
        Object record = binding.read(in);
        assertThat(infosetElements(record)).as("elements in infoset").isEqualTo(message.openElements());

        for (TypedMessages each : TYPED) {
            check(binding, record, message, each);
        }
        checkTables(binding, record, message);
        String meaning = message.meaning();
        for (Representation each : INFOSETS) {
            Document tree =
                    Encoded.of(each, Infoset.parsed(message.text()), 512).read(Limits.defaults(), Infoset::tree);
            assertThat(message.meaningOf(tree.getDocumentElement()))
                    .as("as infoset by %s", each)
                    .isEqualTo(meaning);
        }
    }

    private static void check(RecordBinding binding, Object record, RandomMessage message, TypedMessages typed)
            throws XMLStreamException {
        Object decoded = typed.through(binding, record);
        QName name = binding.element().name();
        String how = " by " + typed.representation().name();
        if (typed.keepsTextBoundaries() || message.openElements() == 0) {
            assertThat(new Record.Item(name, decoded))
                    .as("what was decoded" + how)
                    .isEqualTo(new Record.Item(name, record));
        }
        assertThat(message.meaningOf(tree(xml(binding, decoded)).getDocumentElement()))
                .as("the decoded record as XML" + how)
                .isEqualTo(message.meaning());
        assertThat(message.meaningOf(expanded(binding, record, typed)))
                .as("the events of the typed part" + how)
                .isEqualTo(message.meaning());
    }

    /** Checks that the order of a part's rows does not matter. */
    private static void checkTables(RecordBinding binding, Object record, RandomMessage message)
            throws XMLStreamException {
        String canonical = new String(TDXML.encode(binding, record), StandardCharsets.UTF_8);
        int from = canonical.indexOf("<TDXML:CT>\n") + 11;
        int to = canonical.indexOf("</TDXML:CT>");
        List<String> rows =
                new ArrayList<>(canonical.substring(from, to).lines().toList());
        Collections.shuffle(rows, new Random(message.text().hashCode()));
        String shuffled = String.join("\n", rows);

        byte[] part =
                (canonical.substring(0, from) + shuffled + canonical.substring(to)).getBytes(StandardCharsets.UTF_8);
        assertThat(message.meaningOf(
                        tree(xml(binding, TDXML.decode(binding, part))).getDocumentElement()))
                .as("the rows of a part in another order")
                .isEqualTo(message.meaning());
    }

    private static String xml(RecordBinding binding, Object record) throws XMLStreamException {
        StringWriter text = new StringWriter();
        XMLStreamWriter out = SafeXml.output().createXMLStreamWriter(text);
        binding.write(record, out);
        out.close();
        return text.toString();
    }

    private static Document tree(String xml) throws XMLStreamException {
        return Infoset.tree(SafeXml.reader(new StringReader(xml), Limits.defaults()));
    }

    /** Returns the part's element in an envelope, as read through StAX alone. */
    private static Element expanded(RecordBinding binding, Object record, TypedMessages typed)
            throws XMLStreamException {
        try (Source source = TypedMessages.source(typed.envelope(binding, record))) {
            ContentReader in = typed.representation().newReader(source, TypedMessages.parts(binding));
            Element body = (Element) Infoset.tree(in).getDocumentElement().getFirstChild();
            source.expectEnd("message");
            return (Element) body.getFirstChild();
        }
    }

    /** Returns the number of elements in the record without a layout. */
    private static int infosetElements(Object value) throws XMLStreamException {
        if (value instanceof Record.Item item) {
            return infosetElements(item.value());
        } else if (value instanceof Fragment fragment) {
            StringWriter text = new StringWriter();
            XMLStreamWriter out = SafeXml.output().createXMLStreamWriter(text);
            fragment.write(out);
            out.close();
            return tree(text.toString()).getElementsByTagName("*").getLength();
        } else if (value instanceof Record record) {
            int found = 0;
            for (int slot = 0; slot < slots(record); slot++) {
                for (Object item : record.items(slot)) {
                    found += infosetElements(item);
                }
            }
            return found;
        }
        return 0;
    }

    private static int slots(Record record) {
        return record.type().content() instanceof io.parley.layout.ComplexLayout.Content.Elements elements
                ? elements.slots().size()
                : 0;
    }
}
