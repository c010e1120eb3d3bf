package io.parley.binding;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.layout.Slot;
import java.util.List;
import java.util.Optional;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import org.jspecify.annotations.Nullable;

/** A slot of a {@link Record}. */
final class RecordSlot extends BoundSlot {
    private final int index;
    private final int wildcard;
    /** Whether an item has no name. Cached from the layout, since it is needed for each item. */
    private final boolean single;
    /** For each alternative the conversion of received values. */
    private final List<Optional<ReadForm>> forms;

    private final boolean sameForms;

    RecordSlot(
            Slot layout, String path, List<BoundAlternative> alternatives, int index, List<Optional<ReadForm>> forms) {
        super(layout, path, alternatives);
        this.index = index;
        this.wildcard = Members.wildcard(layout);
        this.single = layout.isSingleElement();
        this.forms = List.copyOf(forms);
        this.sameForms = forms.stream().allMatch(Optional::isEmpty);
    }

    @Override
    public @Nullable Object get(Object owner) {
        return ((Record) owner).slotAt(index);
    }

    @Override
    public void set(Object owner, Object item, Links links) {
        ((Record) owner).slotAt(index, item);
    }

    @Override
    public List<?> items(Object owner) {
        Object items = ((Record) owner).slotAt(index);
        return items == null ? List.of() : Values.list(items);
    }

    @Override
    public void setItems(Object owner, List<Object> items, Links links) {
        ((Record) owner).slotAt(index, items);
    }

    @Override
    public int alternativeOf(Object item) {
        if (item instanceof Record.Item named) {
            return Members.alternative(layout(), named.name());
        }
        return wildcard >= 0 ? wildcard : 0;
    }

    @Override
    public boolean itemsAreContent() {
        return single && sameForms;
    }

    @Override
    public ItemState stateOf(Object item, int alternative) {
        Object value = valueOf(item);
        if (value instanceof Record.Nil nil) {
            return nil.attributes() == null ? ItemState.NIL : ItemState.NIL_WITH_ATTRIBUTES;
        }
        if (value instanceof Fragment) {
            return alternative == wildcard ? ItemState.VALUE : ItemState.INFOSET;
        }
        BoundType complex = alternatives().get(alternative).complex();
        return complex != null && complex.substituteOf(value) < 0 ? ItemState.INFOSET : ItemState.VALUE;
    }

    @Override
    public Object contentOf(Object item, int alternative) {
        Object value = valueOf(item);
        if (value instanceof Record.Nil nil && nil.attributes() != null) {
            return nil.attributes();
        }
        return value;
    }

    @Override
    public Object item(int alternative, ItemState state, @Nullable Object content) {
        if (state == ItemState.VALUE && content != null) {
            return item(alternative, sameForms ? content : read(alternative, content));
        }
        return item(alternative, state == ItemState.NIL ? Record.Nil.NIL : new Record.Nil((Record) content));
    }

    /** Returns the content that a reader of text would have. */
    private Object read(int alternative, Object content) {
        ReadForm form = forms.get(alternative).orElse(null);
        if (form != null && content instanceof Record record) {
            Object text = record.text();
            record.text(text == null ? null : form.of(text));
            return record;
        }
        return form == null ? content : form.of(content);
    }

    @Override
    public void writeInfoset(Object item, int alternative, XMLStreamWriter out) throws XMLStreamException {
        if (valueOf(item) instanceof Fragment fragment) {
            fragment.write(out);
        } else {
            throw new ParleyException(
                    ErrorCode.ENCODING,
                    path() + ": expected the declared type, a substitute or a fragment, found "
                            + Values.describe(valueOf(item)));
        }
    }

    @Override
    public Object readInfoset(XMLStreamReader in, int alternative) throws XMLStreamException {
        return item(alternative, Fragment.read(in));
    }

    /** Returns the item for a value. It has a name only if other elements are possible at its place. */
    private Object item(int alternative, Object value) {
        if (single || !(layout().alternatives().get(alternative) instanceof Slot.Element element)) {
            return value;
        }
        return new Record.Item(element.name(), value);
    }

    private static Object valueOf(Object item) {
        return item instanceof Record.Item named ? named.value() : item;
    }
}
