package io.parley.testkit.beans;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.parley.ErrorCode;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.binding.Accessors;
import io.parley.binding.Binding;
import io.parley.binding.JaxbBindings;
import io.parley.binding.Part;
import io.parley.binding.PartKey;
import io.parley.binding.Parts;
import io.parley.layout.Layout;
import io.parley.layout.Slot;
import io.parley.representation.ContentReader;
import io.parley.representation.ContentWriter;
import io.parley.representation.Representation;
import io.parley.representation.Sink;
import io.parley.representation.Source;
import io.parley.representation.bnux.Bnux;
import io.parley.representation.hhfr.Hhfr;
import io.parley.schema.Schema;
import io.parley.testkit.Infoset;
import io.parley.testkit.generate.Construct;
import io.parley.testkit.generate.Coverage;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBException;
import java.util.ArrayList;
import java.util.List;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import org.junit.jupiter.api.Test;

/**
 * Tests with random classes and objects that hhfr preserves what plain JAXB preserves through XML. {@code
 * -Dparley.beans.sets=500} makes it a campaign, {@code -Dparley.beans.seed=7} sets the first seed. Generated accessors
 * and the interpreter must behave identically, to the byte.
 */
class RandomBeansTest {
    private static final int SETS = Integer.getInteger("parley.beans.sets", 15);
    private static final long FIRST = Long.getLong("parley.beans.seed", 1);
    private static final int OBJECTS = 20;
    private static final Representation HHFR = new Hhfr(new Bnux());

    private final Coverage coverage = new Coverage();
    private final List<String> infoset = new ArrayList<>();
    private final List<String> detours = new ArrayList<>();
    private int typed;
    private int plain;
    private int refused;

    @Test
    void whatComesOutIsWhatJaxbMakesOfIt() throws Exception {
        for (long seed = FIRST; seed < FIRST + SETS; seed++) {
            try {
                check(seed);
            } catch (Exception | AssertionError e) {
                throw new AssertionError(
                        "seed " + seed + ": " + e.getMessage() + "\n"
                                + BeanSetGenerator.of(seed).text(),
                        e);
            }
        }
        System.out.println(coverage.table(Construct.Origin.CLASSES));
        System.out.println(
                typed + " objects typed, counting both ways to reach them, " + plain + " left to plain JAXB, " + refused
                        + " that JAXB refuses; parts that are infoset: " + infoset
                        + "; typed parts that JAXB reads as a whole: "
                        + detours);
        if (SETS >= 15) {
            assertThat(coverage.missing(Construct.Origin.CLASSES)).isEmpty();
            assertThat(infoset).hasSizeLessThanOrEqualTo(SETS / 15);
            assertThat(typed).isGreaterThanOrEqualTo(SETS * OBJECTS);
        }
    }

    private void check(long seed) throws Exception {
        CompiledBeans classes = CompiledBeans.of(BeanSetGenerator.of(seed));
        JAXBContext context = JAXBContext.newInstance(classes.all().toArray(Class<?>[]::new));
        QName name = JaxbBindings.rootName(classes.root()).orElseThrow();
        Slot.Element element = Layout.compile(Schema.derive(context, Limits.defaults()))
                .element(name)
                .orElseThrow();
        JaxbBindings.Attempt attempt = attempt(context, classes, element, Accessors.GENERATED);
        Binding binding = attempt.binding();
        Binding interpreter =
                attempt(context, classes, element, Accessors.INTERPRETED).binding();
        checkAgreed(binding, interpreter);
        if (binding == null) {
            assertThat(attempt.reason()).isNotEmpty();
            infoset.add("seed " + seed + ": " + attempt.reason());
        } else if (!binding.detour().isEmpty()) {
            detours.add("seed " + seed + ": " + binding.detour());
        }
        BeanValues values = new BeanValues(classes, seed);
        for (int i = 0; i < OBJECTS; i++) {
            Object bean = values.next();
            try {
                if (check(context, element, binding, bean, classes.root())) {
                    coverage.addAll(values.coverage());
                }
                if (interpreter != null) {
                    assertThat(written(element, interpreter, bean)).isEqualTo(written(element, binding, bean));
                    check(context, element, interpreter, bean, classes.root());
                }
            } catch (Exception | AssertionError e) {
                throw new AssertionError(
                        "object " + i + ": " + e + "\n" + quietly(context, bean) + "\ninfoset inside: "
                                + (binding == null ? "all" : binding.report()),
                        e);
            }
        }
    }

    private static JaxbBindings.Attempt attempt(
            JAXBContext context, CompiledBeans classes, Slot.Element element, Accessors how) {
        return JaxbBindings.of(context, classes.all(), "", how).bind(element, classes.root());
    }

    private static void checkAgreed(Binding generated, Binding interpreted) {
        assertThat(interpreted == null).isEqualTo(generated == null);
        if (generated != null) {
            assertThat(interpreted.report()).isEqualTo(generated.report());
            assertThat(interpreted.detour()).isEqualTo(generated.detour());
            assertThat(generated.interpreted()).allMatch(reason -> reason.endsWith(" is final"));
        }
    }

    /** Checks one object; returns whether typed content was tried, including an object that both sides refuse. */
    private boolean check(JAXBContext context, Slot.Element element, Binding binding, Object bean, Class<?> root)
            throws Exception {
        String text;
        try {
            text = Infoset.text(context, bean);
        } catch (XMLStreamException | RuntimeException e) {
            refused++;
            if (binding != null) {
                refusesToo(element, binding, bean);
            }
            return binding != null;
        }
        if (binding == null) {
            return false;
        }
        Object expected = context.createUnmarshaller()
                .unmarshal(Infoset.reader(text), root)
                .getValue();
        Object found = through(element, binding, bean);
        if (found == null) {
            plain++;
            return false;
        }
        typed++;
        assertThat(GraphComparison.difference(expected, found)).isEmpty();
        String again = again(context, expected);
        String foundAgain = again(context, found);
        assertThat(foundAgain.isEmpty()).isEqualTo(again.isEmpty());
        if (!again.isEmpty()) {
            assertThat(GraphComparison.differenceOfXml(again, foundAgain)).isEmpty();
        }
        return true;
    }

    private static void refusesToo(Slot.Element element, Binding binding, Object bean) throws XMLStreamException {
        try {
            assertThat(through(element, binding, bean)).as("what JAXB refuses").isNull();
        } catch (ParleyException e) {
            assertThat(e.code()).isEqualTo(ErrorCode.ENCODING);
        }
    }

    /**
     * Returns the text of an object that JAXB has read; empty if JAXB cannot write it, for example if an adapter
     * returned null but accepts none.
     */
    private static String again(JAXBContext context, Object bean) throws JAXBException {
        try {
            return Infoset.text(context, bean);
        } catch (XMLStreamException e) {
            return "";
        }
    }

    private static String quietly(JAXBContext context, Object bean) {
        try {
            return Infoset.text(context, bean);
        } catch (JAXBException | XMLStreamException | RuntimeException e) {
            return "no XML: " + e;
        }
    }

    /** Returns the object after a round trip as a separate part; null if hhfr leaves it to infoset. */
    private static Object through(Slot.Element element, Binding binding, Object bean) throws XMLStreamException {
        byte[] written = encoded(element, binding, bean);
        return written == null ? null : decoded(element, binding, written);
    }

    /** Returns the written bytes, or the error's message. */
    private static Object written(Slot.Element element, Binding binding, Object bean) throws XMLStreamException {
        try {
            return encoded(element, binding, bean);
        } catch (ParleyException e) {
            return e.getMessage();
        }
    }

    /** Returns the written bytes; null if hhfr leaves the object to infoset. */
    private static byte[] encoded(Slot.Element element, Binding binding, Object bean) throws XMLStreamException {
        ByteBuf whole = Unpooled.buffer();
        Sink sink = new Sink(UnpooledByteBufAllocator.DEFAULT, 256, (chunk, last) -> {
            whole.writeBytes(chunk);
            chunk.release();
        });
        try {
            ContentWriter writer = HHFR.newWriter(sink, parts(element, binding));
            if (!writer.canWrite(0, bean)) {
                return null;
            }
            writer.writePart(0, bean);
            writer.writeEndDocument();
            sink.finish();
            return ByteBufUtil.getBytes(whole);
        } finally {
            sink.discard();
            whole.release();
        }
    }

    private static Object decoded(Slot.Element element, Binding binding, byte[] written) throws XMLStreamException {
        try (Source source = Source.of(Unpooled.wrappedBuffer(written), Limits.defaults())) {
            ContentReader reader = HHFR.newReader(source, parts(element, binding));
            reader.next();
            Object found = reader.part().take();
            reader.next();
            source.expectEnd("message");
            return found;
        }
    }

    private static Parts parts(Slot.Element element, Binding binding) {
        PartKey key = new PartKey(new QName("urn:test", "operation"), PartKey.Direction.IN, 0);
        return Parts.of(List.of(Part.typed(key, element, binding, "")));
    }
}
