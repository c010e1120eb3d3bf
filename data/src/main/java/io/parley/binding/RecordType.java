package io.parley.binding;

import io.parley.layout.ComplexLayout;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;

/** A complex type whose objects are {@link Record}s. */
final class RecordType extends BoundType {
    private List<RecordType> substitutes = List.of();

    RecordType(ComplexLayout layout) {
        super(layout, layout.name().map(QName::getLocalPart).orElse("anonymous type"));
    }

    void substitutes(List<RecordType> types) {
        substitutes = List.copyOf(types);
    }

    @Override
    boolean isRecord() {
        return true;
    }

    @Override
    public Object newInstance() {
        return new Record(layout());
    }

    @Override
    public int substituteOf(Object value) {
        ComplexLayout type = ((Record) value).type();
        if (type == layout()) {
            return 0;
        }
        int index = layout().substitutes().indexOf(type);
        return index < 0 || RecordTypes.isUntyped(type) ? -1 : index + 1;
    }

    @Override
    public BoundType substitute(int index) {
        return index == 0 ? this : substitutes.get(index - 1);
    }

    @Override
    public Map<QName, String> otherAttributes(Object owner) {
        return ((Record) owner).otherAttributes();
    }

    @Override
    public void otherAttributes(Object owner, Map<QName, String> attributes) {
        ((Record) owner).otherAttributes(attributes);
    }
}
