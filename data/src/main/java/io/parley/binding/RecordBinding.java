package io.parley.binding;

import io.parley.layout.ComplexLayout;
import io.parley.layout.Slot;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;

/**
 * Binding of an element to the generic {@link Record}, which requires no classes. The part's object is a record, or for
 * an element of simple type its value in the form of its {@link io.parley.layout.Scalar}. Thread-safe.
 */
public final class RecordBinding implements Binding {
    private final Slot.Element element;
    private final RecordSlot root;

    RecordBinding(Slot.Element element, RecordSlot root) {
        this.element = element;
        this.root = root;
    }

    /**
     * Creates a binding for an element of any type. For several elements of one layout {@link RecordBindings} shares
     * their types.
     */
    public static RecordBinding of(Slot.Element element) {
        return new RecordBindings().bind(element);
    }

    /** Returns the element of the layout. */
    public Slot.Element element() {
        return element;
    }

    @Override
    public boolean accepts(Object value) {
        if (value instanceof Record.Nil || value instanceof Fragment) {
            return true;
        }
        if (element.type() instanceof ComplexLayout complex) {
            return value instanceof Record record
                    && (record.type() == complex || complex.substitutes().contains(record.type()));
        }
        io.parley.layout.SimpleLayout simple = (io.parley.layout.SimpleLayout) element.type();
        return simple.list()
                ? value instanceof List<?>
                : simple.scalar().javaType().isInstance(value);
    }

    /** Returns true, because a record conforms to its layout. */
    @Override
    public boolean fits(Object value) {
        return true;
    }

    @Override
    public BoundSlot root() {
        return root;
    }

    /** Returns false, because a record has its binaries in memory. */
    @Override
    public boolean hasStreamedBinaries() {
        return false;
    }

    @Override
    public List<Untyped> report() {
        List<Untyped> found = new ArrayList<>();
        Set<BoundType> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<BoundType> open = new ArrayDeque<>();
        collect(root, found, open);
        while (!open.isEmpty()) {
            BoundType type = open.pop();
            if (seen.add(type)) {
                collect(type, found, open);
            }
        }
        return List.copyOf(found);
    }

    @Override
    public void write(Object value, XMLStreamWriter out) throws XMLStreamException {
        new RecordXmlWriter(out).write(element, value);
    }

    @Override
    public Object read(XMLStreamReader in) throws XMLStreamException {
        return new RecordXmlReader(in).read(element);
    }

    private static void collect(BoundSlot slot, List<Untyped> found, Deque<BoundType> open) {
        for (BoundAlternative alternative : slot.alternatives()) {
            if (alternative.isWildcard()) {
                found.add(new Untyped(slot.path(), "any element may stand here"));
            } else if (alternative.complex() != null) {
                open.add(alternative.complex());
            } else if (alternative.layout() instanceof Slot.Element each
                    && each.type() instanceof ComplexLayout complex
                    && complex.content() instanceof ComplexLayout.Content.Infoset infoset) {
                found.add(new Untyped(slot.path(), infoset.reason()));
            }
        }
    }

    private static void collect(BoundType type, List<Untyped> found, Deque<BoundType> open) {
        type.slots().forEach(slot -> collect(slot, found, open));
        for (int i = 1; i <= type.layout().substitutes().size(); i++) {
            open.add(type.substitute(i));
        }
    }
}
