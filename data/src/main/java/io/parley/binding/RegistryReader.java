package io.parley.binding;

import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.annotation.XmlAttachmentRef;
import jakarta.xml.bind.annotation.XmlElementDecl;
import jakarta.xml.bind.annotation.XmlID;
import jakarta.xml.bind.annotation.XmlIDREF;
import jakarta.xml.bind.annotation.XmlSchemaType;
import jakarta.xml.bind.annotation.adapters.XmlJavaTypeAdapter;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** Reader of an object factory: of the elements that it declares and the classes that it creates. */
final class RegistryReader {
    private static final String NONE = "\u0000";

    private final JaxbNames names;
    private final List<ElementDecl> elements = new ArrayList<>();
    private final List<Class<?>> created = new ArrayList<>();

    private RegistryReader(JaxbNames names) {
        this.names = names;
    }

    static RegistryReader read(Class<?> factory, JaxbNames names) {
        RegistryReader registry = new RegistryReader(names);
        for (Method method : factory.getDeclaredMethods()) {
            XmlElementDecl element = method.getAnnotation(XmlElementDecl.class);
            if (element != null) {
                registry.elements.add(registry.element(element, method));
            }
            if (method.getName().startsWith("create")
                    && method.getParameterCount() == 0
                    && Modifier.isPublic(method.getModifiers())) {
                registry.created.add(method.getReturnType());
            }
        }
        return registry;
    }

    List<ElementDecl> elements() {
        return elements;
    }

    List<Class<?>> created() {
        return created;
    }

    private ElementDecl element(XmlElementDecl element, Method method) {
        String obstacle = obstacle(method);
        AdapterModel adapter = null;
        try {
            adapter = adapter(method);
        } catch (UnbindableException e) {
            obstacle = e.reason();
        }
        XmlSchemaType schemaType = method.getAnnotation(XmlSchemaType.class);
        return new ElementDecl(
                new QName(namespace(element.namespace(), method), element.name()),
                element.scope() == XmlElementDecl.GLOBAL.class ? null : element.scope(),
                type(method),
                element.substitutionHeadName().isEmpty()
                        ? null
                        : new QName(
                                namespace(element.substitutionHeadNamespace(), method), element.substitutionHeadName()),
                adapter,
                element.defaultValue().equals(NONE) ? null : element.defaultValue(),
                schemaType == null ? null : new QName(schemaType.namespace(), schemaType.name()),
                obstacle);
    }

    /** Returns the type of the parameter, since that of the result may be less specific. */
    private static Type type(Method method) {
        Type[] parameters = method.getGenericParameterTypes();
        return parameters.length > 0
                ? parameters[0]
                : Generics.arguments(method.getGenericReturnType(), JAXBElement.class)[0];
    }

    private static @Nullable AdapterModel adapter(Method method) throws UnbindableException {
        XmlJavaTypeAdapter adapter = method.getAnnotation(XmlJavaTypeAdapter.class);
        return adapter == null ? null : AdapterModel.of(adapter.value());
    }

    private static String obstacle(Method method) {
        if (method.getReturnType() != JAXBElement.class) {
            return "it is of a class of its own";
        }
        if (method.isAnnotationPresent(XmlAttachmentRef.class)) {
            return "it refers to an attachment";
        }
        return method.isAnnotationPresent(XmlID.class) || method.isAnnotationPresent(XmlIDREF.class)
                ? "its value is an identifier"
                : "";
    }

    private String namespace(String given, Method method) {
        return given.equals("##default") ? names.namespace(method.getDeclaringClass()) : given;
    }
}
