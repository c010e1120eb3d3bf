package io.parley.codecs.exi;

import com.siemens.ct.exi.core.context.QNameContext;
import com.siemens.ct.exi.core.grammars.event.Attribute;
import com.siemens.ct.exi.core.grammars.event.AttributeGeneric;
import com.siemens.ct.exi.core.grammars.event.Characters;
import com.siemens.ct.exi.core.grammars.event.EndElement;
import com.siemens.ct.exi.core.grammars.event.StartElement;
import com.siemens.ct.exi.core.grammars.event.StartElementGeneric;
import com.siemens.ct.exi.core.grammars.grammar.SchemaInformedElement;
import com.siemens.ct.exi.core.grammars.grammar.SchemaInformedFirstStartTag;
import com.siemens.ct.exi.core.grammars.grammar.SchemaInformedGrammar;
import com.siemens.ct.exi.core.grammars.grammar.SchemaInformedStartTag;
import com.siemens.ct.exi.core.types.BuiltIn;
import io.parley.layout.ComplexLayout;
import io.parley.layout.Slot;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.xml.namespace.QName;

/**
 * Grammars of the types of a walk (EXI 1.0, section 8.5.4): attributes in EXI's order, each at most once, then children
 * in any order and number, as with {@code xs:choice minOccurs="0" maxOccurs="unbounded"}; or text.
 */
final class TypeGrammars {
    /** Order of attributes: by local name, then by namespace (EXI 1.0, section 8.5.4.1.3). */
    private static final Comparator<QName> ATTRIBUTES =
            Comparator.comparing(QName::getLocalPart).thenComparing(QName::getNamespaceURI);

    private final AgreedNames names;
    private final IdentityHashMap<ComplexLayout, SchemaInformedFirstStartTag> types = new IdentityHashMap<>();
    private final Map<QName, Attribute> attributes = new HashMap<>();
    private final SchemaInformedFirstStartTag text = text();
    private final SchemaInformedFirstStartTag anything = startTag(true, List.of(), true);

    TypeGrammars(AgreedNames names, PlanWalk walk) {
        this.names = names;
        walk.contents().keySet().forEach(type -> types.put(type, new SchemaInformedFirstStartTag()));
        walk.contents().forEach((type, content) -> complete(Objects.requireNonNull(types.get(type)), content));
    }

    /** Returns the grammar of unknown elements. */
    SchemaInformedGrammar anything() {
        return anything;
    }

    /** Creates an element with a single declaration. */
    StartElement global(Slot.Element declared) {
        StartElement made = element(declared);
        names.get(declared.name()).setGlobalStartElement(made);
        return made;
    }

    /** Creates an element with any attributes and any content, including the given children. */
    StartElement element(QName name, List<StartElement> children) {
        return new StartElement(names.get(name), startTag(true, children, true));
    }

    private StartElement element(Slot.Element declared) {
        QNameContext name = names.get(declared.name());
        if (!(declared.type() instanceof ComplexLayout type)) {
            return new StartElement(name, text);
        }
        SchemaInformedFirstStartTag known = types.get(type);
        return new StartElement(name, known == null ? anything : known);
    }

    private void complete(SchemaInformedFirstStartTag start, PlanWalk.Content content) {
        List<StartElement> children =
                content.children().values().stream().map(this::element).toList();
        if (content.text() && children.isEmpty() && !content.anything()) {
            copy(text, start);
            start.setElementContentGrammar(text.getElementContentGrammar());
        } else {
            fill(start, children, content.anything(), content.text());
        }
        List<QName> sorted = content.attributes().stream().sorted(ATTRIBUTES).toList();
        attributes(start, sorted, content.anyAttribute());
    }

    /** Adds the attributes from the last to the first, since each leads to those after it. */
    private void attributes(SchemaInformedFirstStartTag start, List<QName> sorted, boolean anyAttribute) {
        SchemaInformedStartTag[] after = new SchemaInformedStartTag[sorted.size()];
        for (int i = sorted.size() - 1; i >= 0; i--) {
            SchemaInformedStartTag next = new SchemaInformedStartTag();
            copy(start, next);
            next.setElementContentGrammar(start.getElementContentGrammar());
            after[i] = next;
        }
        for (int i = sorted.size() - 1; i >= 0; i--) {
            for (int k = i + 1; k < sorted.size(); k++) {
                after[i].addProduction(attribute(sorted.get(k)), after[k]);
            }
            start.addProduction(attribute(sorted.get(i)), after[i]);
            if (anyAttribute) {
                after[i].addProduction(new AttributeGeneric(), after[i]);
            }
        }
        if (anyAttribute) {
            start.addProduction(new AttributeGeneric(), start);
        }
    }

    private Attribute attribute(QName name) {
        return attributes.computeIfAbsent(name, any -> new Attribute(names.get(any)));
    }

    private static SchemaInformedFirstStartTag startTag(boolean others, List<StartElement> children, boolean text) {
        SchemaInformedFirstStartTag start = new SchemaInformedFirstStartTag();
        fill(start, children, others, text);
        start.addProduction(new AttributeGeneric(), start);
        return start;
    }

    /** Adds children, and text between them, in any number. */
    private static void fill(
            SchemaInformedFirstStartTag start, List<StartElement> children, boolean others, boolean text) {
        SchemaInformedElement content = new SchemaInformedElement();
        children.forEach(child -> content.addProduction(child, content));
        if (others) {
            content.addProduction(new StartElementGeneric(), content);
        }
        content.addTerminalProduction(new EndElement());
        if (text) {
            content.addProduction(new Characters(BuiltIn.getDefaultDatatype()), content);
        }
        copy(content, start);
        start.setElementContentGrammar(content);
    }

    /** Creates the grammar of an element with text only. */
    private static SchemaInformedFirstStartTag text() {
        SchemaInformedElement end = new SchemaInformedElement();
        end.addTerminalProduction(new EndElement());
        SchemaInformedElement content = new SchemaInformedElement();
        content.addProduction(new Characters(BuiltIn.getDefaultDatatype()), end);
        SchemaInformedFirstStartTag start = new SchemaInformedFirstStartTag();
        copy(content, start);
        start.setElementContentGrammar(content);
        return start;
    }

    private static void copy(SchemaInformedGrammar from, SchemaInformedGrammar to) {
        for (int i = 0; i < from.getNumberOfEvents(); i++) {
            to.addProduction(
                    from.getProduction(i).getEvent(), from.getProduction(i).getNextGrammar());
        }
    }
}
