package io.parley.representation.hhfr;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.Limits;
import io.parley.binding.Binding;
import io.parley.binding.BoundAlternative;
import io.parley.binding.BoundSlot;
import io.parley.binding.BoundType;
import io.parley.binding.JaxbBindings;
import io.parley.layout.CanonicalText;
import io.parley.layout.Layout;
import io.parley.layout.Slot;
import io.parley.schema.Schema;
import io.parley.schema.SchemaDocument;
import io.parley.testkit.beans.XjcClasses;
import io.parley.testkit.generate.LargeContract;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.JAXBException;
import java.io.StringWriter;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Tests a contract with more types than the number for which code is generated in advance; every part reaches nearly
 * all of them.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LargeContractTest {
    private static final LargeContract CONTRACT = LargeContract.of(1, 130, 4);

    private final Layout layout;
    private final JAXBContext context;
    private final XjcClasses classes;
    private final JaxbBindings bindings;

    LargeContractTest() throws Exception {
        SchemaDocument document = new SchemaDocument("large.xsd", CONTRACT.schema());
        layout = Layout.compile(Schema.derive(List.of(document), Limits.defaults()));
        classes = XjcClasses.of(Map.of("large.xsd", CONTRACT.schema()), "large.xsd", Map.of());
        List<Class<?>> factories = classes.factories();
        context = JAXBContext.newInstance(factories.toArray(Class<?>[]::new));
        bindings = JaxbBindings.of(context, factories);
    }

    @Test
    void everyTypeIsBoundOnceForAllParts() {
        Set<BoundType> types = Collections.newSetFromMap(new IdentityHashMap<>());
        Set<Object> bound = new HashSet<>();
        long reached = 0;
        for (String message : CONTRACT.messages()) {
            Set<BoundType> own = reachedFrom(binding(message).root());
            reached += own.size();
            types.addAll(own);
        }
        types.forEach(type -> assertThat(bound.add(List.of(type.getClass(), type.layout())))
                .as("%s is bound twice", type)
                .isTrue());
        assertThat(types).hasSizeGreaterThan(100);
        assertThat(reached).as("what parts share").isGreaterThan(5L * types.size());
    }

    @Test
    void theSameQuestionHasTheSameAnswer() {
        assertThat(binding("Operation0Request")).isSameAs(binding("Operation0Request"));
    }

    @Test
    void partsWithOtherTextsHaveOtherFingerprintsWhichStayTheSame() {
        Map<String, String> texts = new HashMap<>();
        for (Slot.Element element : layout.elements()) {
            String text = CanonicalText.of(element);
            assertThat(texts.merge(CanonicalText.fingerprint(element), text, (known, now) -> known))
                    .isEqualTo(text);
        }
        assertThat(texts.values()).doesNotHaveDuplicates();
        Slot.Element first = Layout.compile(
                        Schema.read(LargeContract.of(1, 60, 6).schema()))
                .element(new QName(LargeContract.NAMESPACE, "Operation0Request"))
                .orElseThrow();
        assertThat(CanonicalText.fingerprint(first))
                .isEqualTo("c0f4d1a7f264b45d8f37a44a8a8ac9170078bfbcb96703c5818e3d5503246c07");
    }

    @Test
    void objectsOfAllTypesComeThroughTheSharedBindings() throws Exception {
        int typed = 0;
        for (String message : CONTRACT.messages()) {
            for (long seed = 0; seed < 3; seed++) {
                Class<?> type = type(message);
                Object object = new FilledObjects(new Random(seed)).of(type);
                Binding binding = binding(message);
                if (Messages.canWrite(binding, object)) {
                    typed++;
                    assertThat(xml(message, type, Messages.throughHhfr(binding, object)))
                            .isEqualTo(xml(message, type, object));
                }
            }
        }
        assertThat(typed).isGreaterThan(CONTRACT.messages().size() * 2);
    }

    private Binding binding(String message) {
        Slot.Element element =
                layout.element(new QName(LargeContract.NAMESPACE, message)).orElseThrow();
        JaxbBindings.Attempt attempt = bindings.bind(element, type(message));
        assertThat(attempt.reason()).isEmpty();
        return attempt.found().orElseThrow();
    }

    private Class<?> type(String message) {
        return classes.load(LargeContract.PACKAGE + "." + message);
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // the class is only known at run time
    private String xml(String message, Class<?> type, Object object) throws JAXBException {
        StringWriter text = new StringWriter();
        QName name = new QName(LargeContract.NAMESPACE, message);
        context.createMarshaller().marshal(new JAXBElement(name, type, object), text);
        return text.toString();
    }

    private static Set<BoundType> reachedFrom(BoundSlot root) {
        Set<BoundType> reached = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<BoundType> open = new ArrayDeque<>();
        meet(root, open);
        while (!open.isEmpty()) {
            BoundType type = open.pop();
            if (reached.add(type)) {
                type.slots().forEach(slot -> meet(slot, open));
                for (int i = 1; i <= type.layout().substitutes().size(); i++) {
                    open.add(type.substitute(i));
                }
            }
        }
        return reached;
    }

    private static void meet(BoundSlot slot, Deque<BoundType> open) {
        for (BoundAlternative alternative : slot.alternatives()) {
            BoundType complex = alternative.complex();
            if (complex != null) {
                open.add(complex);
            }
        }
    }
}
