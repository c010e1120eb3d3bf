package io.parley.binding;

import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.annotation.XmlAnyAttribute;
import jakarta.xml.bind.annotation.XmlAnyElement;
import jakarta.xml.bind.annotation.XmlAttachmentRef;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlElementRef;
import jakarta.xml.bind.annotation.XmlElementRefs;
import jakarta.xml.bind.annotation.XmlElementWrapper;
import jakarta.xml.bind.annotation.XmlElements;
import jakarta.xml.bind.annotation.XmlID;
import jakarta.xml.bind.annotation.XmlIDREF;
import jakarta.xml.bind.annotation.XmlList;
import jakarta.xml.bind.annotation.XmlMixed;
import jakarta.xml.bind.annotation.XmlSchemaType;
import jakarta.xml.bind.annotation.XmlSchemaTypes;
import jakarta.xml.bind.annotation.XmlValue;
import jakarta.xml.bind.annotation.adapters.XmlJavaTypeAdapter;
import jakarta.xml.bind.annotation.adapters.XmlJavaTypeAdapters;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** Reader of the annotations of one property. */
final class PropertyReader {
    private static final String NO_DEFAULT = "\u0000";

    private final Class<?> declaring;
    private final BeanMembers.Found member;
    private final Accessor accessor;
    private final JaxbNames names;
    private final @Nullable AdapterModel adapter;
    private final boolean collection;
    private final Type itemType;

    private PropertyReader(Class<?> declaring, BeanMembers.Found member, Accessor accessor, JaxbNames names)
            throws UnbindableException {
        this.accessor = accessor;
        this.names = names;
        this.declaring = declaring;
        this.member = member;
        Type items = Generics.itemType(member.type());
        Type single = items == null ? member.type() : items;
        this.adapter = adapter(Generics.erase(member.type()), Generics.erase(single));
        this.collection = items != null && !adaptsWhole(adapter, Generics.erase(member.type()));
        this.itemType = collection ? single : member.type();
    }

    private static boolean adaptsWhole(@Nullable AdapterModel adapter, Class<?> type) {
        return adapter != null
                && adapter.boundType() != Object.class
                && adapter.boundType().isAssignableFrom(type);
    }

    static PropertyModel read(Class<?> declaring, BeanMembers.Found member, Accessor accessor, JaxbNames names)
            throws UnbindableException {
        return new PropertyReader(declaring, member, accessor, names).read();
    }

    private PropertyModel read() throws UnbindableException {
        PropertyModel.Kind kind = kind();
        XmlAttribute attribute = annotation(XmlAttribute.class);
        return new PropertyModel(
                member.member().name(),
                kind,
                accessor,
                member.type(),
                itemType,
                collection,
                kind == PropertyModel.Kind.ELEMENTS ? elements() : List.of(),
                kind == PropertyModel.Kind.REFERENCES ? references() : List.of(),
                annotation(XmlAnyElement.class),
                attribute == null
                        ? new QName(member.member().name())
                        : names.attribute(declaring, member.member().name(), attribute.name(), attribute.namespace()),
                wrapper(kind),
                adapter,
                annotation(XmlList.class) != null || (collection && isText(kind)),
                annotation(XmlID.class) != null,
                annotation(XmlIDREF.class) != null,
                schemaType());
    }

    private static boolean isText(PropertyModel.Kind kind) {
        return kind == PropertyModel.Kind.ATTRIBUTE || kind == PropertyModel.Kind.VALUE;
    }

    private PropertyModel.Kind kind() throws UnbindableException {
        if (annotation(XmlMixed.class) != null) {
            throw new UnbindableException(where() + " holds mixed content");
        }
        if (annotation(XmlAttachmentRef.class) != null) {
            throw new UnbindableException(where() + " refers to an attachment");
        }
        if (annotation(XmlAnyAttribute.class) != null) {
            return PropertyModel.Kind.ANY_ATTRIBUTE;
        }
        if (annotation(XmlAttribute.class) != null) {
            return PropertyModel.Kind.ATTRIBUTE;
        }
        if (annotation(XmlValue.class) != null) {
            return PropertyModel.Kind.VALUE;
        }
        if (annotation(XmlElementRef.class) != null
                || annotation(XmlElementRefs.class) != null
                || annotation(XmlAnyElement.class) != null) {
            return PropertyModel.Kind.REFERENCES;
        }
        if (adapter == null && Map.class.isAssignableFrom(Generics.erase(member.type()))) {
            return PropertyModel.Kind.MAP;
        }
        return PropertyModel.Kind.ELEMENTS;
    }

    private List<PropertyModel.ElementModel> elements() {
        List<PropertyModel.ElementModel> found = new ArrayList<>();
        XmlElements several = annotation(XmlElements.class);
        if (several != null) {
            for (XmlElement each : several.value()) {
                found.add(element(each));
            }
            return found;
        }
        XmlElement one = annotation(XmlElement.class);
        found.add(
                one != null
                        ? element(one)
                        : new PropertyModel.ElementModel(
                                names.element(declaring, member.member().name(), "##default", "##default"),
                                itemType,
                                isNillableByDefault(),
                                null));
        return found;
    }

    /**
     * Returns whether JAXB writes a null item as nil: it does, unless an annotation names the element, whose default
     * differs.
     */
    private boolean isNillableByDefault() {
        return collection
                && annotation(XmlList.class) == null
                && !Generics.erase(itemType).isPrimitive();
    }

    private PropertyModel.ElementModel element(XmlElement annotation) {
        Type type = annotation.type() == XmlElement.DEFAULT.class ? itemType : annotation.type();
        String defaultValue = annotation.defaultValue();
        return new PropertyModel.ElementModel(
                names.element(declaring, member.member().name(), annotation.name(), annotation.namespace()),
                type,
                annotation.nillable(),
                defaultValue.equals(NO_DEFAULT) ? null : defaultValue);
    }

    private List<PropertyModel.ReferenceModel> references() throws UnbindableException {
        List<PropertyModel.ReferenceModel> found = new ArrayList<>();
        XmlElementRefs several = annotation(XmlElementRefs.class);
        if (several != null) {
            for (XmlElementRef each : several.value()) {
                found.add(reference(each));
            }
        }
        XmlElementRef one = annotation(XmlElementRef.class);
        if (one != null) {
            found.add(reference(one));
        }
        return found;
    }

    private PropertyModel.ReferenceModel reference(XmlElementRef annotation) throws UnbindableException {
        Class<?> type = annotation.type() == XmlElementRef.DEFAULT.class ? Generics.erase(itemType) : annotation.type();
        if (JAXBElement.class.isAssignableFrom(type)) {
            String namespace =
                    annotation.namespace().equals("##default") ? names.namespace(declaring) : annotation.namespace();
            if (type != JAXBElement.class) {
                throw new UnbindableException(where() + " uses " + type.getName() + ", an element class of its own");
            }
            return new PropertyModel.ReferenceModel(new QName(namespace, annotation.name()), type);
        }
        QName root = names.root(type);
        return new PropertyModel.ReferenceModel(root == null ? new QName("") : root, type);
    }

    private PropertyModel.@Nullable Wrapper wrapper(PropertyModel.Kind kind) {
        XmlElementWrapper annotation = annotation(XmlElementWrapper.class);
        if (annotation == null && kind == PropertyModel.Kind.MAP) {
            return new PropertyModel.Wrapper(
                    names.element(declaring, member.member().name(), "##default", "##default"), false);
        }
        return annotation == null
                ? null
                : new PropertyModel.Wrapper(
                        names.element(declaring, member.member().name(), annotation.name(), annotation.namespace()),
                        annotation.nillable());
    }

    private @Nullable QName schemaType() {
        XmlSchemaType own = annotation(XmlSchemaType.class);
        if (own != null) {
            return new QName(own.namespace(), own.name());
        }
        Package home = declaring.getPackage();
        XmlSchemaTypes all = home == null ? null : home.getAnnotation(XmlSchemaTypes.class);
        for (XmlSchemaType each : all == null ? new XmlSchemaType[0] : all.value()) {
            if (each.type() == Generics.erase(itemType)) {
                return new QName(each.namespace(), each.name());
            }
        }
        return null;
    }

    /** Returns the adapter of the property: its own, that of the package, or that of its type. */
    private @Nullable AdapterModel adapter(Class<?> whole, Class<?> item) throws UnbindableException {
        XmlJavaTypeAdapter own = annotation(XmlJavaTypeAdapter.class);
        if (own != null) {
            return AdapterModel.of(own.value());
        }
        Package home = declaring.getPackage();
        XmlJavaTypeAdapters all = home == null ? null : home.getAnnotation(XmlJavaTypeAdapters.class);
        for (XmlJavaTypeAdapter each : all == null ? new XmlJavaTypeAdapter[0] : all.value()) {
            if (each.type() == item || each.type() == whole) {
                return AdapterModel.of(each.value());
            }
        }
        XmlJavaTypeAdapter single = home == null ? null : home.getAnnotation(XmlJavaTypeAdapter.class);
        if (single != null && (single.type() == item || single.type() == whole)) {
            return AdapterModel.of(single.value());
        }
        XmlJavaTypeAdapter ofType = item.getAnnotation(XmlJavaTypeAdapter.class);
        return ofType == null ? null : AdapterModel.of(ofType.value());
    }

    private <A extends Annotation> @Nullable A annotation(Class<A> kind) {
        return member.annotation(kind);
    }

    private String where() {
        return declaring.getName() + ": the property " + member.member().name();
    }
}
