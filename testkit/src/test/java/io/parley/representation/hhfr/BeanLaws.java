package io.parley.representation.hhfr;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.ErrorCode;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.binding.Binding;
import io.parley.binding.JaxbBindings;
import io.parley.layout.CanonicalText;
import io.parley.layout.Layout;
import io.parley.layout.Slot;
import io.parley.schema.Schema;
import io.parley.testkit.Infoset;
import io.parley.testkit.beans.XjcClasses;
import io.parley.testkit.generate.Meaning;
import io.parley.testkit.generate.MessageGenerator;
import io.parley.testkit.generate.RandomMessage;
import io.parley.testkit.generate.RandomSchema;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.JAXBException;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import javax.xml.transform.stream.StreamSource;
import org.jspecify.annotations.Nullable;

/**
 * The properties that must hold for the beans of a random schema. A failure reports the seed, the schema and the
 * message.
 */
final class BeanLaws {
    private static final int MESSAGES = 2;

    private final RandomSchema random;
    private final long seed;
    private final JAXBContext context;
    private final JaxbBindings bindings;
    private final Slot.Element root;
    /** The root element in the schema that JAXB derives from the classes; null if it fails to derive one. */
    private final Slot.@Nullable Element derived;

    private BeanLaws(RandomSchema random, long seed, JAXBContext context, JaxbBindings bindings, Slot.Element root) {
        this.random = random;
        this.seed = seed;
        this.context = context;
        this.bindings = bindings;
        this.root = root;
        this.derived = derived(context, random.root());
    }

    private static Slot.@Nullable Element derived(JAXBContext context, QName root) {
        Schema schema;
        try {
            schema = Schema.derive(context, Limits.defaults());
        } catch (IllegalStateException e) { // JAXB declares an attribute after it has begun the content
            assertThat(e).hasMessageContaining("start tag has already been written");
            return null;
        }
        return Layout.compile(schema).element(root).orElseThrow();
    }

    /** Numbers of messages by outcome, with the reasons. */
    static final class Counts {
        private final Map<String, Integer> infoset = new TreeMap<>();
        private final LayoutDifferences.Counts fingerprints = new LayoutDifferences.Counts();
        private int withoutSchema;
        private int messages;
        private int typed;
        private int unread;
        private int lost;

        int messages() {
            return messages;
        }

        int lost() {
            return lost;
        }

        int typed() {
            return typed;
        }

        /** Returns the unexplained differences between schema and classes. */
        Set<String> unexplained() {
            return fingerprints.unexplained();
        }

        @Override
        public String toString() {
            StringBuilder text = new StringBuilder(
                    messages + " messages: " + typed + " typed, " + unread + " that JAXB has no object for, " + lost
                            + " that JAXB cannot write again; infoset in whole or part, and why:\n");
            infoset.forEach((reason, count) -> text.append("  ").append(count + " x " + reason + "\n"));
            return text.append("classes that JAXB makes no schema of: " + withoutSchema + "\n")
                    .append("schema and classes: ")
                    .append(fingerprints)
                    .toString();
        }
    }

    /** Compiles the schema and its classes. */
    static BeanLaws of(RandomSchema random, long seed) {
        try {
            List<Class<?>> factories = classes(random).factories();
            JAXBContext context = JAXBContext.newInstance(factories.toArray(Class<?>[]::new));
            Layout layout = Layout.compile(Schema.read(RecordLaws.documents(random), Limits.defaults()));
            Slot.Element root = layout.element(random.root()).orElseThrow();
            return new BeanLaws(random, seed, context, JaxbBindings.of(context, factories), root);
        } catch (Exception | LinkageError e) {
            throw new AssertionError(RecordLaws.failure(seed, random, e), e);
        }
    }

    private static XjcClasses classes(RandomSchema random) throws IOException {
        Map<String, String> documents = new LinkedHashMap<>();
        random.documents().forEach(document -> documents.put(document.file(), document.text()));
        return XjcClasses.of(documents, "main.xsd", Map.of());
    }

    /** Checks a few messages of the root. */
    void check(Counts counts) {
        if (derived == null) {
            counts.withoutSchema++;
        } else {
            counts.fingerprints.add(LayoutDifferences.between(root, derived));
        }
        for (int i = 0; i < MESSAGES; i++) {
            RandomMessage message = MessageGenerator.generate(random, seed * MESSAGES + i);
            try {
                check(message, counts);
            } catch (Exception | AssertionError e) {
                throw new AssertionError(RecordLaws.failure(seed, random, e) + "\n" + message, e);
            }
        }
    }

    private void check(RandomMessage message, Counts counts) throws JAXBException, XMLStreamException {
        counts.messages++;
        Object read = unmarshalled(message);
        JAXBElement<?> element = read instanceof JAXBElement<?> named ? named : null;
        Object bean = element == null ? read : element.getValue();
        if (bean == null) {
            counts.unread++;
            return;
        }
        Class<?> type = element == null ? bean.getClass() : element.getDeclaredType();
        JaxbBindings.Attempt attempt = bindings.bind(root, type);
        Binding binding = attempt.binding();
        if (binding == null) {
            counts.infoset.merge("the part: " + withoutNames(attempt.reason()), 1, Integer::sum);
            return;
        }
        if (!Messages.canWrite(binding, bean)) {
            counts.infoset.merge("a message that has no place in the layout", 1, Integer::sum);
            return;
        }
        if (!canBeWritten(bean, type)) {
            counts.lost++; // a number with the type of a bean, which JAXB reads nevertheless
            return;
        }
        Object back;
        try {
            back = Messages.throughHhfr(binding, bean);
        } catch (ParleyException e) {
            assertThat(e.code()).as(e.getMessage()).isEqualTo(ErrorCode.ENCODING);
            counts.infoset.merge("a message begun anew: " + withoutNames(e.getMessage()), 1, Integer::sum);
            return;
        }
        counts.typed++;
        if (!binding.detour().isEmpty()) {
            counts.infoset.merge("read whole: " + withoutNames(binding.detour()), 1, Integer::sum);
        }
        binding.report()
                .forEach(place -> counts.infoset.merge("a place: " + withoutNames(place.reason()), 1, Integer::sum));
        if (isLostByJaxb(bean, type)) {
            counts.lost++; // JAXB cannot read again what it writes
        } else {
            assertThat(written(back, type)).as("what JAXB writes").isEqualTo(written(bean, type));
            checkOtherSide(binding, bean, type);
        }
    }

    /** Returns the message's object; null if the JAXB runtime cannot read it: it rejects durations in white space. */
    private Object unmarshalled(RandomMessage message) throws JAXBException {
        try {
            return context.createUnmarshaller().unmarshal(new StreamSource(new StringReader(message.text())));
        } catch (IllegalArgumentException e) {
            return new JAXBElement<>(random.root(), Object.class, null);
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // the class is only known at run time
    private String text(Object bean, Class<?> type) throws JAXBException {
        StringWriter text = new StringWriter();
        context.createMarshaller().marshal(new JAXBElement(random.root(), type, bean), text);
        return text.toString();
    }

    private String written(Object bean, Class<?> type) throws JAXBException, XMLStreamException {
        return Meaning.ofText(Infoset.tree(Infoset.reader(text(bean, type))).getDocumentElement());
    }

    /**
     * Returns whether JAXB cannot read again what it writes. An example is a year of less than four digits BCE: a class
     * that contains only such a year is left without its text, and can no longer be written.
     */
    private boolean isLostByJaxb(Object bean, Class<?> type) throws JAXBException {
        Object read = context.createUnmarshaller()
                .unmarshal(new StreamSource(new StringReader(text(bean, type))), type)
                .getValue();
        return !canBeWritten(read, type);
    }

    private boolean canBeWritten(Object bean, Class<?> type) {
        try {
            text(bean, type);
            return true;
        } catch (JAXBException | ClassCastException e) {
            return false;
        }
    }

    /**
     * Checks that peers with layouts from the schema and from the classes can read each other's messages, if the
     * layouts are equal.
     */
    private void checkOtherSide(Binding binding, Object bean, Class<?> type) throws JAXBException, XMLStreamException {
        Binding other = derived == null ? null : bindings.bind(derived, type).binding();
        if (derived == null || other == null || !CanonicalText.of(root).equals(CanonicalText.of(derived))) {
            return;
        }
        Object there = Messages.decode(other, Messages.encode(binding, bean));
        Object back = Messages.decode(binding, Messages.encode(other, bean));
        assertThat(written(there, type))
                .as("what a side of classes alone reads")
                .isEqualTo(written(bean, type));
        assertThat(written(back, type)).as("what it has written").isEqualTo(written(bean, type));
    }

    private static String withoutNames(String reason) {
        return reason.replaceAll("\\{[^}]*\\}\\S*", "#").replaceAll("\\S*\\d\\S*", "#");
    }
}
