package io.parley.cxf.parts;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.adapters.XmlAdapter;
import jakarta.xml.bind.annotation.adapters.XmlJavaTypeAdapter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Adapters on parameters and on a class. */
public final class Adapters {
    private Adapters() {}

    /** Writes a number as text in another form. */
    public static final class Seconds extends XmlAdapter<String, Long> {
        @Override
        public Long unmarshal(String text) {
            return Long.valueOf(text.substring(1));
        }

        @Override
        public String marshal(Long value) {
            return "s" + value;
        }
    }

    /** Writes a map as a bean. */
    public static final class Entries extends XmlAdapter<EntryList, Map<String, Integer>> {
        @Override
        public Map<String, Integer> unmarshal(EntryList list) {
            Map<String, Integer> map = new LinkedHashMap<>();
            list.entry.forEach(entry -> map.put(entry.key, entry.value));
            return map;
        }

        @Override
        public EntryList marshal(Map<String, Integer> map) {
            EntryList list = new EntryList();
            map.forEach((key, value) -> list.entry.add(Entry.of(key, value)));
            return list;
        }
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    public static class EntryList {
        List<Entry> entry = new ArrayList<>();
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Entry {
        @XmlAttribute
        String key;

        int value;

        static Entry of(String key, int value) {
            Entry entry = new Entry();
            entry.key = key;
            entry.value = value;
            return entry;
        }
    }

    /** A class with an adapter of its own. */
    @XmlJavaTypeAdapter(MoneyText.class)
    public static final class Money {
        final long cents;

        /** Satisfies CXF, which looks for this constructor although only the adapter makes objects. */
        private Money() {
            this(0);
        }

        public Money(long cents) {
            this.cents = cents;
        }
    }

    public static final class MoneyText extends XmlAdapter<String, Money> {
        @Override
        public Money unmarshal(String text) {
            return new Money(Long.parseLong(text));
        }

        @Override
        public String marshal(Money money) {
            return Long.toString(money.cents);
        }
    }
}
