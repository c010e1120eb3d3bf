package io.parley.representation.hhfr;

import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.annotation.XmlAnyElement;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlElementDecl;
import jakarta.xml.bind.annotation.XmlElementRef;
import jakarta.xml.bind.annotation.XmlElements;
import jakarta.xml.bind.annotation.XmlSchemaType;
import jakarta.xml.bind.annotation.XmlTransient;
import jakarta.xml.bind.annotation.XmlValue;
import java.io.StringReader;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import javax.xml.datatype.DatatypeFactory;
import javax.xml.datatype.Duration;
import javax.xml.datatype.XMLGregorianCalendar;
import javax.xml.namespace.QName;
import javax.xml.parsers.DocumentBuilderFactory;
import org.xml.sax.InputSource;

/** Generates objects of JAXB classes with random values: absent, empty, extreme and typical ones. */
final class RandomBeans {
    private final Random random;
    private final List<Class<?>> factories;
    private int depth;

    RandomBeans(long seed, List<Class<?>> factories) {
        this.random = new Random(seed * 7919 + 1);
        this.factories = factories;
    }

    Object of(Class<?> type) throws Exception {
        var constructor = concrete(type).getDeclaredConstructor();
        constructor.setAccessible(true);
        Object bean = constructor.newInstance();
        depth++;
        for (Class<?> each = bean.getClass(); each != Object.class; each = each.getSuperclass()) {
            for (Field field : each.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers()) && !field.isAnnotationPresent(XmlTransient.class)) {
                    fill(bean, field);
                }
            }
        }
        depth--;
        return bean;
    }

    /** Returns a subclass if the class is abstract, and sometimes also if it is not. */
    private Class<?> concrete(Class<?> type) {
        List<Class<?>> candidates = new ArrayList<>();
        for (Class<?> factory : factories) {
            for (Method method : factory.getDeclaredMethods()) {
                Class<?> made = method.getReturnType();
                if (method.getParameterCount() == 0
                        && type.isAssignableFrom(made)
                        && !Modifier.isAbstract(made.getModifiers())) {
                    candidates.add(made);
                }
            }
        }
        boolean own = !Modifier.isAbstract(type.getModifiers());
        if (candidates.isEmpty() || (own && random.nextInt(3) > 0)) {
            return type;
        }
        return candidates.get(random.nextInt(candidates.size()));
    }

    private void fill(Object bean, Field field) throws Exception {
        field.setAccessible(true);
        if (!field.getType().isPrimitive()
                && !field.isAnnotationPresent(XmlValue.class)
                && random.nextInt(depth > 4 ? 1 : 5) == 0) {
            return;
        }
        Object value = value(field, field.getGenericType());
        if (value != null || !field.getType().isPrimitive()) {
            field.set(bean, value);
        }
    }

    private Object value(Field field, Type type) throws Exception {
        if (type instanceof ParameterizedType parameterized) {
            Class<?> raw = (Class<?>) parameterized.getRawType();
            if (Collection.class.isAssignableFrom(raw)) {
                return list(field, parameterized.getActualTypeArguments()[0]);
            }
            if (raw == JAXBElement.class) {
                return element(field);
            }
            if (Map.class.isAssignableFrom(raw)) {
                return attributes();
            }
        }
        if (type instanceof Class<?> array && array.isArray() && array != byte[].class) {
            int length = random.nextInt(4);
            Object made = Array.newInstance(array.getComponentType(), length);
            for (int i = 0; i < length; i++) {
                Array.set(made, i, item(field, array.getComponentType()));
            }
            return made;
        }
        return item(field, type);
    }

    private List<Object> list(Field field, Type itemType) throws Exception {
        List<Object> items = new ArrayList<>();
        for (int left = random.nextInt(4); left > 0; left--) {
            Object item = itemType instanceof ParameterizedType ? element(field) : item(field, itemType);
            if (item != null) {
                items.add(item);
            }
        }
        return items;
    }

    private Object item(Field field, Type type) throws Exception {
        Class<?> raw = (Class<?>) type;
        XmlElements several = field.getAnnotation(XmlElements.class);
        if (several != null) {
            XmlElement[] all = several.value();
            return scalar(field, all[random.nextInt(all.length)].type());
        }
        if (field.isAnnotationPresent(XmlAnyElement.class)) {
            return any();
        }
        return scalar(field, raw);
    }

    private Object any() throws Exception {
        String text = "<x:any xmlns:x='urn:any' at='1'><x:in>" + random.nextInt(100) + "</x:in></x:any>";
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setNamespaceAware(true);
        return factory.newDocumentBuilder()
                .parse(new InputSource(new StringReader(text)))
                .getDocumentElement();
    }

    private Map<QName, String> attributes() {
        Map<QName, String> attributes = new HashMap<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            attributes.put(new QName("urn:other", "attribute" + i), "value " + random.nextInt());
        }
        return attributes;
    }

    /**
     * Returns an element that an object factory creates for the reference: the head of a substitution group or a
     * member.
     */
    private Object element(Field field) throws Exception {
        XmlElementRef reference = field.getAnnotation(XmlElementRef.class);
        List<Method> makers = new ArrayList<>();
        List<Object> made = new ArrayList<>();
        for (Class<?> factory : factories) {
            for (Method method : factory.getDeclaredMethods()) {
                XmlElementDecl decl = method.getAnnotation(XmlElementDecl.class);
                if (decl != null
                        && (decl.name().equals(reference.name())
                                || decl.substitutionHeadName().equals(reference.name()))
                        && (decl.scope() == XmlElementDecl.GLOBAL.class || decl.scope() == field.getDeclaringClass())
                        && !Modifier.isAbstract(method.getParameterTypes()[0].getModifiers())) {
                    makers.add(method);
                    made.add(factory.getDeclaredConstructor().newInstance());
                }
            }
        }
        int choice = random.nextInt(makers.size());
        Method maker = makers.get(choice);
        Object content = scalar(field, maker.getParameterTypes()[0]);
        return maker.invoke(made.get(choice), content);
    }

    private Object scalar(Field field, Class<?> type) throws Exception {
        boolean edge = random.nextInt(4) == 0;
        if (type.isEnum()) {
            return type.getEnumConstants()[random.nextInt(type.getEnumConstants().length)];
        }
        if (type == String.class) {
            return edge ? "" : "text " + random.nextInt(1000) + " \u00e4\u20ac\ud83d\ude00 <&>";
        }
        if (type == boolean.class || type == Boolean.class) {
            return random.nextBoolean();
        }
        if (type == byte.class || type == Byte.class) {
            return (byte) random.nextInt();
        }
        if (type == short.class || type == Short.class) {
            return (short) random.nextInt(256);
        }
        if (type == int.class || type == Integer.class) {
            return random.nextInt(65_536);
        }
        if (type == long.class || type == Long.class) {
            return random.nextLong() >>> 32;
        }
        if (type == float.class || type == Float.class) {
            return edge ? Float.NaN : (float) random.nextGaussian();
        }
        if (type == double.class || type == Double.class) {
            return edge ? Double.NEGATIVE_INFINITY : random.nextGaussian();
        }
        if (type == BigInteger.class) {
            return new BigInteger(1 + random.nextInt(200), random);
        }
        if (type == BigDecimal.class) {
            return new BigDecimal(new BigInteger(100, random), random.nextInt(10));
        }
        if (type == byte[].class) {
            byte[] bytes = new byte[edge ? 0 : random.nextInt(200)];
            random.nextBytes(bytes);
            return bytes;
        }
        if (type == QName.class) {
            return new QName("urn:q" + random.nextInt(5), "local", "p");
        }
        if (type == Duration.class) {
            return DatatypeFactory.newInstance().newDuration("P1Y2M3DT4H5M" + random.nextInt(60) + ".500S");
        }
        if (type == XMLGregorianCalendar.class) {
            return calendar(field);
        }
        if (type == Object.class) {
            return random.nextBoolean() ? (Object) "any text" : (Object) random.nextInt(100);
        }
        return of(type);
    }

    private XMLGregorianCalendar calendar(Field field) throws Exception {
        XmlSchemaType type = field.getAnnotation(XmlSchemaType.class);
        String zone = random.nextBoolean() ? "Z" : random.nextBoolean() ? "-05:30" : "";
        String text = switch (type == null ? "dateTime" : type.name()) {
            case "date" -> "2026-02-28";
            case "time" -> "23:59:59.120";
            case "gYear" -> "12026";
            case "gYearMonth" -> "12044-03"; // JAXB itself loses negative years here
            case "gMonth" -> "--03";
            case "gMonthDay" -> "--02-29";
            case "gDay" -> "---31";
            default -> "2026-11-21T01:02:03.4560";
        };
        return DatatypeFactory.newInstance().newXMLGregorianCalendar(text + zone);
    }
}
