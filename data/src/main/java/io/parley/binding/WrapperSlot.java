package io.parley.binding;

import io.parley.layout.Slot;
import java.util.ArrayList;
import java.util.List;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import org.jspecify.annotations.Nullable;

/** Slot of the wrapper element of a collection. A null collection has no wrapper element. */
final class WrapperSlot extends StructureSlot {
    private final BoundSlot items;
    private final JaxbProperty property;
    private final boolean nillable;
    private final JaxbSlot.Context context;

    /**
     * @param items slot of the items, as a slot of the bean
     */
    WrapperSlot(
            Slot layout,
            String path,
            BoundAlternative alternative,
            BoundSlot items,
            JaxbProperty property,
            JaxbSlot.Context context) {
        super(layout, path, alternative);
        this.items = items;
        this.property = property;
        this.nillable = property.isWrapperNillable();
        this.context = context;
    }

    @Override
    public @Nullable Object get(Object owner) {
        if (property.isNull(owner)) {
            return nillable ? JaxbChoice.Nil.NIL : null;
        }
        return new Wrapped(owner);
    }

    @Override
    public void set(Object owner, Object item, Links links) {
        if (!(item instanceof Wrapped wrapped)) {
            return;
        }
        if (wrapped.hasBean()) {
            property.copy(wrapped.bean(), owner);
        } else {
            items.setItems(owner, wrapped.items(), links);
        }
    }

    /**
     * {@inheritDoc} The other side's class may have nil for no collection where this class does not: JAXB then reads an
     * empty collection.
     */
    @Override
    public @Nullable Object item(int alternative, ItemState state, @Nullable Object content) {
        if (state == ItemState.VALUE) {
            return content;
        }
        return nillable ? null : new Wrapped(null);
    }

    @Override
    public @Nullable Object readInfoset(XMLStreamReader in, int alternative) throws XMLStreamException {
        Object bean = context.xml().read(in, context.owner(), List.of(new QName("parent")));
        return bean == null || property.isNull(bean) ? null : new Wrapped(bean);
    }

    /** The bean whose collection is written, or the items that were read. */
    static final class Wrapped {
        private final @Nullable Object bean;
        private List<Object> items = new ArrayList<>();

        Wrapped(@Nullable Object bean) {
            this.bean = bean;
        }

        Object bean() {
            if (bean == null) {
                throw new IllegalStateException("expected items of a bean, found items that were read");
            }
            return bean;
        }

        boolean hasBean() {
            return bean != null;
        }

        List<Object> items() {
            return items;
        }

        void items(List<Object> read) {
            items = read;
        }
    }

    /** Slot of the items: reads them from the bean, and collects received ones until there is a bean. */
    static final class Items extends BoundSlot {
        private final BoundSlot inBean;

        Items(BoundSlot inBean) {
            super(inBean.layout(), inBean.path(), inBean.alternatives());
            this.inBean = inBean;
        }

        @Override
        public @Nullable Object get(Object owner) {
            return inBean.get(((Wrapped) owner).bean());
        }

        @Override
        public void set(Object owner, Object item, Links links) {
            throw new IllegalStateException("expected a repeating slot for the items of a collection");
        }

        @Override
        public List<?> items(Object owner) {
            return inBean.items(((Wrapped) owner).bean());
        }

        @Override
        public void setItems(Object owner, List<Object> items, Links links) {
            ((Wrapped) owner).items(items);
        }

        @Override
        public int alternativeOf(Object item) {
            return inBean.alternativeOf(item);
        }

        @Override
        boolean mayRefuse() {
            return inBean.mayRefuse();
        }

        @Override
        boolean refuses(int alternative, ItemState state) {
            return inBean.refuses(alternative, state);
        }

        @Override
        public boolean itemsAreContent() {
            return inBean.itemsAreContent();
        }

        @Override
        public boolean takesBinaries(int alternative) {
            return inBean.takesBinaries(alternative);
        }

        @Override
        public ItemState stateOf(Object item, int alternative) {
            return inBean.stateOf(item, alternative);
        }

        @Override
        public Object contentOf(Object item, int alternative) {
            return inBean.contentOf(item, alternative);
        }

        @Override
        public @Nullable Object item(int alternative, ItemState state, @Nullable Object content)
                throws XMLStreamException {
            return inBean.item(alternative, state, content);
        }

        @Override
        public void writeInfoset(Object item, int alternative, XMLStreamWriter out) throws XMLStreamException {
            inBean.writeInfoset(item, alternative, out);
        }

        @Override
        public @Nullable Object readInfoset(XMLStreamReader in, int alternative) throws XMLStreamException {
            return inBean.readInfoset(in, alternative);
        }
    }
}
