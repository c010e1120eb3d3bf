package io.parley.testkit.campaign;

import io.parley.endpoint.Contract;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Messages that take more memory as objects than as bytes, each in a different way. */
public final class HeavyContent {
    /** Factories of the messages by operation; each takes the approximate size in bytes. */
    static final Map<String, IntFunction<Object>> SHAPES = makers();

    /** Name of the operation of an honest caller. */
    public static final String HONEST = "honest";

    /** Name of the operation that takes an attachment. */
    static final String BYTES = "bytes";

    /** Name of the operation that answers with an attachment of the requested size. */
    static final String FILLED = "filled";

    /** Approximate bytes of a short text or number, of a bean, and of an entry of a map. */
    private static final int SHORT_BYTES = 3;

    private static final int BEAN_BYTES = 8;
    private static final int ENTRY_BYTES = 12;

    static final Contract CONTRACT = Contract.builder("urn:parley:heavy")
            .operation("text", Text.class, Integer.class)
            .operation("texts", Texts.class, Integer.class)
            .operation("numbers", Numbers.class, Integer.class)
            .operation("beans", Beans.class, Integer.class)
            .operation("map", Counts.class, Integer.class)
            .operation(BYTES, Blob.class, Integer.class)
            .operation(FILLED, Integer.class, Blob.class)
            .operation(HONEST, Integer.class, Integer.class)
            .build();

    /** Operations that answer with such messages: each takes the approximate size in bytes. */
    public static final Contract ANSWERS = Contract.builder("urn:parley:heavy:answers")
            .operation("text", Integer.class, Text.class)
            .operation("texts", Integer.class, Texts.class)
            .operation("numbers", Integer.class, Numbers.class)
            .operation("beans", Integer.class, Beans.class)
            .operation("map", Integer.class, Counts.class)
            .operation(BYTES, Integer.class, Blob.class)
            .operation(HONEST, Integer.class, Integer.class)
            .build();

    private HeavyContent() {}

    /** Returns the names of the operations of {@link #ANSWERS} with long responses. */
    public static Set<String> shapes() {
        return SHAPES.keySet();
    }

    /** Returns the response of an operation to a request for that approximate size. */
    public static Object answer(String operation, int bytes) {
        return Objects.requireNonNull(SHAPES.get(operation)).apply(bytes);
    }

    /** Returns the number of items of such a response, or of characters of a text. */
    public static int items(String operation, int bytes) {
        return switch (operation) {
            case "texts", "numbers" -> bytes / SHORT_BYTES;
            case "beans" -> bytes / BEAN_BYTES;
            case "map" -> bytes / ENTRY_BYTES;
            default -> bytes;
        };
    }

    /** Returns the number of items of a message, or of characters of a text. */
    public static int size(Object content) {
        if (content instanceof Text text) {
            return String.valueOf(text.text).length();
        } else if (content instanceof Texts texts) {
            return texts.text.size();
        } else if (content instanceof Numbers numbers) {
            return numbers.number.size();
        } else if (content instanceof Beans beans) {
            return beans.bean.size();
        } else if (content instanceof Counts counts) {
            return counts.count.size();
        }
        return ((Blob) content).content.length;
    }

    /** One long text. */
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Text {
        @Nullable
        String text;
    }

    /** Many short texts. */
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Texts {
        List<String> text = new ArrayList<>();
    }

    /** Many numbers that are objects. */
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Numbers {
        List<BigInteger> number = new ArrayList<>();
    }

    /** A small object. */
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Small {
        @Nullable
        Integer number;

        @Nullable
        String name;

        @Nullable
        Long absent;
    }

    /** Many small objects. */
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Beans {
        List<Small> bean = new ArrayList<>();
    }

    /** A map. */
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Counts {
        Map<String, Integer> count = new LinkedHashMap<>();
    }

    /** An attachment. */
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Blob {
        byte[] content = {};
    }

    private static Map<String, IntFunction<Object>> makers() {
        Map<String, IntFunction<Object>> shapes = new LinkedHashMap<>();
        shapes.put("text", HeavyContent::text);
        shapes.put("texts", HeavyContent::texts);
        shapes.put("numbers", HeavyContent::numbers);
        shapes.put("beans", HeavyContent::beans);
        shapes.put("map", HeavyContent::map);
        shapes.put(BYTES, HeavyContent::blob);
        return Collections.unmodifiableMap(shapes);
    }

    static Blob blob(int bytes) {
        Blob blob = new Blob();
        blob.content = new byte[bytes];
        return blob;
    }

    private static Object text(int bytes) {
        Text text = new Text();
        text.text = "a".repeat(bytes);
        return text;
    }

    private static Object texts(int bytes) {
        Texts texts = new Texts();
        texts.text = Collections.nCopies(bytes / SHORT_BYTES, "ab");
        return texts;
    }

    private static Object numbers(int bytes) {
        Numbers numbers = new Numbers();
        numbers.number = Collections.nCopies(bytes / SHORT_BYTES, BigInteger.TEN);
        return numbers;
    }

    private static Object beans(int bytes) {
        Small small = new Small();
        small.number = 7;
        small.name = "n";
        Beans beans = new Beans();
        beans.bean = Collections.nCopies(bytes / BEAN_BYTES, small);
        return beans;
    }

    private static Object map(int bytes) {
        Counts counts = new Counts();
        for (int i = 0; i < bytes / ENTRY_BYTES; i++) {
            counts.count.put(Integer.toString(i, Character.MAX_RADIX), i);
        }
        return counts;
    }
}
