package io.parley.cxf.typetest;

import jakarta.activation.DataHandler;
import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.annotation.XmlAnyAttribute;
import jakarta.xml.bind.annotation.XmlAnyElement;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlElementDecl;
import jakarta.xml.bind.annotation.XmlElementRef;
import jakarta.xml.bind.annotation.XmlElementRefs;
import jakarta.xml.bind.annotation.XmlElements;
import jakarta.xml.bind.annotation.XmlMixed;
import jakarta.xml.bind.annotation.XmlSchemaType;
import jakarta.xml.bind.annotation.XmlTransient;
import jakarta.xml.bind.annotation.XmlValue;
import jakarta.xml.ws.Holder;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import javax.xml.datatype.DatatypeConfigurationException;
import javax.xml.datatype.DatatypeFactory;
import javax.xml.datatype.Duration;
import javax.xml.datatype.XMLGregorianCalendar;
import javax.xml.namespace.QName;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** Generator of JAXB values by their fields and annotations; the same seed yields the same values. */
final class Values {
    private static final int DEPTH = 4;
    private static final String[] TEXTS = {"", "plain", "a & b < c", "ünï©ødé \uD83D\uDE00", " spaced  out ", "1"};

    private final Random random;
    private final String hint;

    /**
     * Creates a generator.
     *
     * @param hint name of the value's use, which determines signs and kinds of dates
     */
    Values(long seed, String hint) {
        this.random = new Random(seed);
        this.hint = hint;
    }

    Object of(Type type) throws ReflectiveOperationException {
        return of(type, null, DEPTH);
    }

    private Object of(Type type, Field field, int depth) throws ReflectiveOperationException {
        if (type instanceof ParameterizedType parameterized) {
            Type argument = parameterized.getActualTypeArguments()[0];
            Class<?> raw = (Class<?>) parameterized.getRawType();
            if (raw == Holder.class) {
                return new Holder<>(of(argument, field, depth));
            }
            if (raw == List.class) {
                return list(argument, depth);
            }
            throw new IllegalArgumentException("no values of " + type);
        }
        return simple((Class<?>) type, field, depth);
    }

    private List<Object> list(Type item, int depth) throws ReflectiveOperationException {
        List<Object> items = new ArrayList<>();
        for (int i = random.nextInt(3); i >= 0; i--) {
            Object value = of(item, null, depth);
            if (value != null) {
                items.add(value);
            }
        }
        return items;
    }

    private Object simple(Class<?> type, Field field, int depth) throws ReflectiveOperationException {
        if (type == int.class || type == Integer.class) {
            return unsigned() ? random.nextInt(60_000) : random.nextInt();
        } else if (type == long.class || type == Long.class) {
            return unsigned() ? random.nextInt() & 0xFFFF_FFFFL : random.nextLong();
        } else if (type == short.class || type == Short.class) {
            return (short) (unsigned() ? random.nextInt(256) : random.nextInt());
        } else if (type == byte.class || type == Byte.class) {
            return (byte) random.nextInt();
        } else if (type == boolean.class || type == Boolean.class) {
            return random.nextBoolean();
        } else if (type == float.class || type == Float.class) {
            return random.nextInt(8) == 0 ? Float.NaN : random.nextFloat() * 1e6f;
        } else if (type == double.class || type == Double.class) {
            return random.nextInt(8) == 0 ? Double.NEGATIVE_INFINITY : random.nextGaussian() * 1e12;
        } else if (type == String.class) {
            return text();
        } else if (type == byte[].class) {
            byte[] bytes = new byte[random.nextInt(40)];
            random.nextBytes(bytes);
            return bytes;
        } else if (type == BigInteger.class) {
            BigInteger value = new BigInteger(70, random).add(BigInteger.ONE);
            boolean negative =
                    (hint.contains("Negative") && !hint.contains("NonNegative")) || hint.contains("NonPositive");
            return negative ? value.negate() : value;
        } else if (type == BigDecimal.class) {
            return new BigDecimal(new BigInteger(60, random), random.nextInt(12));
        } else if (type == QName.class) {
            return new QName("urn:q" + random.nextInt(3), "local" + random.nextInt(9));
        } else if (type == XMLGregorianCalendar.class) {
            return calendar(field);
        } else if (type == Duration.class) {
            return datatypes().newDuration("P" + random.nextInt(9) + "Y2M3DT" + random.nextInt(20) + "H5M6.789S");
        } else if (type.isEnum()) {
            Object[] constants = type.getEnumConstants();
            return constants[random.nextInt(constants.length)];
        } else if (type == Element.class) {
            return element();
        } else if (type == Object.class) {
            return field != null && field.isAnnotationPresent(XmlAnyElement.class) ? element() : text();
        } else if (type == DataHandler.class) {
            return new DataHandler(text(), "text/plain");
        }
        return bean(type, depth);
    }

    private boolean unsigned() {
        return hint.contains("nsigned");
    }

    private String text() {
        String text = TEXTS[random.nextInt(TEXTS.length)];
        return text + (random.nextBoolean() ? Integer.toString(random.nextInt(1000)) : "");
    }

    private XMLGregorianCalendar calendar(Field field) {
        XmlSchemaType annotation = field == null ? null : field.getAnnotation(XmlSchemaType.class);
        String kind = annotation == null ? hint.replaceFirst("^test", "") : annotation.name();
        int two = 10 + random.nextInt(18);
        String lexical = switch (kind.toLowerCase(java.util.Locale.ROOT)) {
            case "date" -> "20" + two + "-02-03Z";
            case "time" -> "12:" + two + ":00.125";
            case "gyear" -> "20" + two;
            case "gyearmonth" -> "20" + two + "-05";
            case "gmonth" -> "--07";
            case "gmonthday" -> "--07-" + two;
            case "gday" -> "---" + two + "+01:00";
            default -> "20" + two + "-02-03T04:05:06.789+02:00";
        };
        return datatypes().newXMLGregorianCalendar(lexical);
    }

    private static DatatypeFactory datatypes() {
        try {
            return DatatypeFactory.newInstance();
        } catch (DatatypeConfigurationException e) {
            throw new IllegalStateException(e);
        }
    }

    private Element element() {
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            factory.setNamespaceAware(true);
            Document document = factory.newDocumentBuilder().newDocument();
            Element element = document.createElementNS("urn:any", "a:any" + random.nextInt(4));
            element.setAttribute("at", "v" + random.nextInt(9));
            element.appendChild(document.createElementNS("urn:any", "a:in")).setTextContent("x < " + random.nextInt(9));
            return element;
        } catch (ParserConfigurationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns a bean, or null if it nests too deeply. */
    private Object bean(Class<?> type, int depth) throws ReflectiveOperationException {
        if (depth == 0 || Modifier.isAbstract(type.getModifiers())) {
            return null;
        }
        Constructor<?> constructor = type.getDeclaredConstructor();
        constructor.setAccessible(true);
        Object bean = constructor.newInstance();
        for (Class<?> at = type; at != Object.class; at = at.getSuperclass()) {
            fill(bean, at, depth);
        }
        return bean;
    }

    private void fill(Object bean, Class<?> type, int depth) throws ReflectiveOperationException {
        List<Field> fields = Arrays.stream(type.getDeclaredFields())
                .filter(field -> !Modifier.isStatic(field.getModifiers()))
                .filter(field -> !field.isAnnotationPresent(XmlTransient.class))
                .toList();
        boolean choice =
                type.getSimpleName().contains("Choice") || type.getSimpleName().contains("Union");
        List<Field> elements = fields.stream()
                .filter(field -> !field.isAnnotationPresent(jakarta.xml.bind.annotation.XmlAttribute.class))
                .toList();
        Field chosen = elements.isEmpty() ? null : elements.get(random.nextInt(elements.size()));
        for (Field field : fields) {
            boolean skip = choice
                    && elements.contains(field)
                    && !field.equals(chosen)
                    && !field.getType().isPrimitive();
            boolean optional = !field.getType().isPrimitive() && !isRequired(field) && random.nextInt(4) == 0;
            if (!skip && !optional) {
                field.setAccessible(true);
                Object value = value(field, depth - 1);
                if (value != null) {
                    field.set(bean, value);
                }
            }
        }
    }

    private static boolean isRequired(Field field) {
        XmlElement element = field.getAnnotation(XmlElement.class);
        return field.isAnnotationPresent(XmlValue.class) || (element != null && element.required());
    }

    private Object value(Field field, int depth) throws ReflectiveOperationException {
        if (field.isAnnotationPresent(XmlAnyAttribute.class)) {
            Map<QName, String> attributes = new HashMap<>();
            attributes.put(new QName("urn:any", "extra"), text());
            return attributes;
        }
        boolean isList = List.class.isAssignableFrom(field.getType());
        if (field.isAnnotationPresent(XmlMixed.class)) {
            return new ArrayList<Object>(List.of("text " + random.nextInt(9)));
        }
        XmlElements elements = field.getAnnotation(XmlElements.class);
        if (elements != null) {
            XmlElement[] all = elements.value();
            Class<?> type = all[random.nextInt(all.length)].type();
            Object value = simple(type, field, depth);
            return isList ? listOf(value) : value;
        }
        XmlElementRefs refs = field.getAnnotation(XmlElementRefs.class);
        XmlElementRef ref = refs == null ? field.getAnnotation(XmlElementRef.class) : pick(refs.value());
        if (ref != null) {
            Object value = declared(field.getDeclaringClass(), ref, depth);
            return isList ? listOf(value) : value;
        }
        if (isList && field.isAnnotationPresent(XmlAnyElement.class)) {
            return listOf(element());
        }
        return of(field.getGenericType(), field, depth);
    }

    private XmlElementRef pick(XmlElementRef[] refs) {
        return refs[random.nextInt(refs.length)];
    }

    private static List<Object> listOf(Object value) {
        List<Object> list = new ArrayList<>();
        if (value != null) {
            list.add(value);
        }
        return list;
    }

    /** Returns an element made by the package's object factory. */
    private Object declared(Class<?> owner, XmlElementRef ref, int depth) throws ReflectiveOperationException {
        if (!ref.type().equals(XmlElementRef.DEFAULT.class) && !ref.type().equals(JAXBElement.class)) {
            return bean(ref.type(), depth);
        }
        Class<?> factory = Class.forName(owner.getPackageName() + ".ObjectFactory");
        for (Method method : factory.getMethods()) {
            XmlElementDecl declaration = method.getAnnotation(XmlElementDecl.class);
            if (declaration != null
                    && declaration.name().equals(ref.name())
                    && (declaration.scope().equals(XmlElementDecl.GLOBAL.class)
                            || declaration.scope().equals(owner))) {
                Object value = of(method.getGenericParameterTypes()[0], null, depth);
                return value == null
                        ? null
                        : method.invoke(factory.getDeclaredConstructor().newInstance(), value);
            }
        }
        return null;
    }
}
