package io.parley.testkit.beans;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.binding.Accessors;
import io.parley.binding.Binding;
import io.parley.binding.JaxbBindings;
import io.parley.binding.Part;
import io.parley.binding.PartKey;
import io.parley.binding.Parts;
import io.parley.layout.CanonicalText;
import io.parley.layout.Layout;
import io.parley.layout.Slot;
import io.parley.representation.ContentReader;
import io.parley.representation.ContentWriter;
import io.parley.representation.Representation;
import io.parley.representation.Sink;
import io.parley.representation.Source;
import io.parley.representation.bnux.Bnux;
import io.parley.representation.hhfr.Hhfr;
import io.parley.representation.tdxml.Tdxml;
import io.parley.schema.Schema;
import io.parley.testkit.Infoset;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.Unmarshaller;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Tests classes of two versions of a contract whose fingerprints are equal, so that their parts are typed: what one
 * version writes, the other reads as plain JAXB reads it from XML. {@code -Dparley.evolved.sets=500} makes it a
 * campaign, {@code -Dparley.evolved.seed=7} sets the first seed.
 */
class EvolvedBeansTest {
    private static final int SETS = Integer.getInteger("parley.evolved.sets", 6);
    private static final long FIRST = Long.getLong("parley.evolved.seed", 1);
    private static final int EDITS = 8;
    private static final int OBJECTS = 12;
    private static final List<Representation> ALL = List.of(new Hhfr(new Bnux()), new Tdxml());

    private final Map<String, Integer> alike = new TreeMap<>();
    private final Map<String, Integer> unlike = new TreeMap<>();
    private int compared;
    private int failed;

    /** One version of the classes, bound; the binding is null if JAXB or the schema leaves it to infoset. */
    private record Version(
            CompiledBeans classes,
            JAXBContext context,
            Slot.Element element,
            @Nullable Binding binding) {
        String fingerprint() {
            return CanonicalText.fingerprint(element);
        }
    }

    @Test
    void whatOneVersionWritesTheOtherReadsAsJaxbDoes() throws Exception {
        for (long seed = FIRST; seed < FIRST + SETS; seed++) {
            BeanSet set = BeanSetGenerator.of(seed);
            Version before = version(set);
            BeanEdits edits = new BeanEdits(seed);
            for (int i = 0; i < EDITS; i++) {
                BeanEdits.Edited edited = edits.next(set);
                Optional<Version> after = possible(edited.set());
                if (after.isPresent()) {
                    try {
                        check(seed, edited.what(), before, after.get());
                        check(seed, edited.what(), after.get(), before);
                    } catch (Exception | AssertionError e) {
                        throw new AssertionError(
                                "seed " + seed + ", " + edited.what() + ": " + e.getMessage() + "\n"
                                        + edited.set().text(),
                                e);
                    }
                }
            }
        }
        System.out.println("from seed " + FIRST + ": " + compared + " objects compared, " + failed
                + " that both refuse; typed in spite of " + alike + "; infoset for " + unlike);
        assertThat(compared).isPositive();
    }

    private static Optional<Version> possible(BeanSet set) {
        try {
            return Optional.of(version(set));
        } catch (IllegalStateException | JAXBException | ParleyException e) {
            return Optional.empty(); // the compiler, JAXB or the schema refuses the change
        }
    }

    private static Version version(BeanSet set) throws JAXBException {
        CompiledBeans classes = CompiledBeans.of(set);
        JAXBContext context = JAXBContext.newInstance(classes.all().toArray(Class<?>[]::new));
        Slot.Element element = Layout.compile(Schema.derive(context, Limits.defaults()))
                .element(JaxbBindings.rootName(classes.root()).orElseThrow())
                .orElseThrow();
        Binding binding = JaxbBindings.of(context, classes.all(), "", Accessors.GENERATED)
                .strictly()
                .bind(element, classes.root())
                .binding();
        return new Version(classes, context, element, binding);
    }

    private void check(long seed, String what, Version from, Version to) throws Exception {
        if (from.binding() == null
                || to.binding() == null
                || !from.fingerprint().equals(to.fingerprint())) {
            unlike.merge(what.replaceAll(" in .*", ""), 1, Integer::sum);
            return;
        }
        alike.merge(what.replaceAll(" in .*", ""), 1, Integer::sum);
        BeanValues values = new BeanValues(from.classes(), seed);
        for (int i = 0; i < OBJECTS; i++) {
            Object bean;
            String text;
            try {
                bean = values.next();
                text = Infoset.text(from.context(), bean);
            } catch (XMLStreamException | RuntimeException e) {
                continue; // JAXB cannot write it, or a changed member has no place for the generated value
            }
            Object expected = read(to, text);
            for (Representation form : ALL) {
                byte[] sent = written(form, from, bean);
                if (sent != null) {
                    check("object " + i + ", " + form.name(), expected, decoded(form, to, sent), text);
                }
            }
        }
    }

    private void check(String what, @Nullable Object expected, @Nullable Object found, String text) {
        if (expected == null || found == null) {
            failed++;
            assertThat(found == null)
                    .as("%s: %s\n%s", what, expected == null, text)
                    .isEqualTo(expected == null);
        } else {
            compared++;
            assertThat(GraphComparison.difference(expected, found))
                    .as("%s\n%s", what, text)
                    .isEmpty();
        }
    }

    /** Returns what JAXB reads, as strictly as CXF; null if it refuses. */
    private static @Nullable Object read(Version to, String text) throws JAXBException {
        Unmarshaller unmarshaller = to.context().createUnmarshaller();
        unmarshaller.setEventHandler(event -> false);
        try {
            return unmarshaller
                    .unmarshal(Infoset.reader(text), to.classes().root())
                    .getValue();
        } catch (JAXBException | XMLStreamException | RuntimeException e) {
            return null;
        }
    }

    /** Returns the written bytes; null if the object is left to infoset. */
    private static byte @Nullable [] written(Representation form, Version from, Object bean) throws XMLStreamException {
        ByteBuf whole = Unpooled.buffer();
        List<ByteBuf> chunks = new ArrayList<>();
        Sink sink = new Sink(UnpooledByteBufAllocator.DEFAULT, 256, (chunk, last) -> chunks.add(chunk));
        try {
            ContentWriter writer = form.newWriter(sink, parts(from));
            if (!writer.canWrite(0, bean)) {
                return null;
            }
            writer.writePart(0, bean);
            writer.writeEndDocument();
            sink.finish();
            chunks.forEach(whole::writeBytes);
            return ByteBufUtil.getBytes(whole);
        } catch (ParleyException e) {
            return null;
        } finally {
            sink.discard();
            chunks.forEach(ByteBuf::release);
            whole.release();
        }
    }

    /** Returns what is read; null if it is refused. */
    private static @Nullable Object decoded(Representation form, Version to, byte[] sent) {
        try (Source source = Source.of(Unpooled.wrappedBuffer(sent), Limits.defaults())) {
            ContentReader reader = form.newReader(source, parts(to));
            reader.next();
            Object found = reader.part().take();
            reader.next();
            source.expectEnd("message");
            return found;
        } catch (XMLStreamException | ParleyException e) {
            return null;
        }
    }

    private static Parts parts(Version version) {
        PartKey key = new PartKey(new QName("urn:test", "operation"), PartKey.Direction.IN, 0);
        return Parts.of(List.of(Part.typed(key, version.element(), version.binding(), version.fingerprint())));
    }
}
