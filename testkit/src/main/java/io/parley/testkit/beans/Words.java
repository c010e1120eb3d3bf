package io.parley.testkit.beans;

import java.util.Map;

/** Sources of classes that JAXB can only map by their adapters, and of enums. */
final class Words {
    private Words() {}

    static void put(Map<String, String> sources, String packageName) {
        String head = ClassSource.head(packageName);
        for (String name : new String[] {"Plain", "Marked", "Packed", "Strict", "Telling", "Boxed"}) {
            sources.put(name, head + word(name));
        }
        adapters(sources, head);
        adaptersOfNull(sources, head);
        values(sources, head);
    }

    private static void adapters(Map<String, String> sources, String head) {
        sources.put("PlainAdapter", head + textAdapter("Plain"));
        sources.put("PackedAdapter", head + textAdapter("Packed"));
        sources.put("MarkedAdapter", head + """
                public class MarkedAdapter extends XmlAdapter<MarkedValue, Marked> {
                    @Override
                    public Marked unmarshal(MarkedValue value) {
                        return value == null ? null : new Marked(value.text);
                    }

                    @Override
                    public MarkedValue marshal(Marked word) {
                        if (word == null) {
                            return null;
                        }
                        MarkedValue value = new MarkedValue();
                        value.text = word.text;
                        return value;
                    }
                }
                """);
    }

    /** Adds adapters that do not map null to null. */
    private static void adaptersOfNull(Map<String, String> sources, String head) {
        sources.put("StrictAdapter", head + """
                public class StrictAdapter extends XmlAdapter<String, Strict> {
                    @Override
                    public Strict unmarshal(String text) {
                        return new Strict(text.toString());
                    }

                    @Override
                    public String marshal(Strict word) {
                        return word.text.equals("unsaid") ? null : word.text;
                    }
                }
                """);
        sources.put("TellingAdapter", head + """
                public class TellingAdapter extends XmlAdapter<String, Telling> {
                    @Override
                    public Telling unmarshal(String text) {
                        return new Telling(text == null ? "made of null" : text);
                    }

                    @Override
                    public String marshal(Telling word) {
                        return word == null ? "NULLED" : word.text;
                    }
                }
                """);
        sources.put("BoxedAdapter", head + """
                public class BoxedAdapter extends XmlAdapter<MarkedValue, Boxed> {
                    @Override
                    public Boxed unmarshal(MarkedValue value) {
                        return new Boxed(value == null ? "made of null" : value.text);
                    }

                    @Override
                    public MarkedValue marshal(Boxed word) {
                        MarkedValue value = new MarkedValue();
                        value.text = word == null ? "NULLED" : word.text;
                        return value;
                    }
                }
                """);
    }

    private static void values(Map<String, String> sources, String head) {
        sources.put("MarkedValue", head + """
                public class MarkedValue {
                    @XmlAttribute
                    public String text;
                }
                """);
        sources.put("Colour", head + """
                @XmlEnum
                public enum Colour {
                    RED,
                    @XmlEnumValue("dark blue")
                    BLUE,
                    @XmlEnumValue("")
                    NONE
                }
                """);
        sources.put("Size", head + """
                @XmlEnum(Integer.class)
                public enum Size {
                    @XmlEnumValue("10")
                    SMALL,
                    @XmlEnumValue("-20")
                    LARGE
                }
                """);
    }

    private static String word(String name) {
        return (name.equals("Marked") ? "@XmlJavaTypeAdapter(MarkedAdapter.class)\n" : "") + """
                public final class %1$s {
                    final String text;

                    public %1$s(String text) {
                        this.text = text;
                    }
                }
                """.formatted(name);
    }

    /** Returns the source of an adapter that maps some texts to null and some words to no text. */
    private static String textAdapter(String name) {
        return """
                public class %1$sAdapter extends XmlAdapter<String, %1$s> {
                    @Override
                    public %1$s unmarshal(String text) {
                        return text == null || text.equals("nobody") ? null : new %1$s(text);
                    }

                    @Override
                    public String marshal(%1$s word) {
                        return word == null || word.text.equals("unsaid") ? null : word.text;
                    }
                }
                """.formatted(name);
    }
}
