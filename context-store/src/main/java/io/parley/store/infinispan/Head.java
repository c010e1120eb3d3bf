package io.parley.store.infinispan;

import io.parley.context.Cursor;
import io.parley.context.EntryInfo;
import io.parley.context.LogRecord;
import io.parley.context.Scope;
import io.parley.context.Usage;
import io.parley.context.Value;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * All that there is of one scope: what is one value of the cache, and changed as a whole. Immutable.
 *
 * @param term under which it was written: grows whenever the nodes that decide change
 * @param last the number of its last transaction
 * @param forgotten the last number that its log has lost
 * @param stamps of the last writings, newest last, so that a writer recognizes its own
 * @param slots by name
 */
record Head(
        Scope scope,
        long term,
        long last,
        long forgotten,
        List<Long> stamps,
        TreeMap<Name, Slot> slots,
        List<LogRecord> log) {

    /** A name in the order of listings. */
    record Name(String text) implements Comparable<Name> {
        @Override
        public int compareTo(Name other) {
            return new Cursor("", text).compareTo(new Cursor("", other.text));
        }
    }

    /** An entry, whose bytes are a part of what was read, which nobody changes. */
    record Slot(EntryInfo info, ByteBuffer bytes) {
        static Slot of(EntryInfo info, Value value) {
            return new Slot(info, value.buffer());
        }

        Slot with(EntryInfo changed) {
            return new Slot(changed, bytes);
        }

        /** A copy of the bytes. */
        byte[] toArray() {
            byte[] copy = new byte[bytes.remaining()];
            bytes.duplicate().get(copy);
            return copy;
        }

        /** The value, compared with its hash. */
        Value value() {
            return Value.handOver(toArray(), info.mediaType()).checked(info.content(), info.key());
        }
    }

    /** What a scope is before anything was put. */
    static Head fresh(Scope scope, long floor) {
        return new Head(scope, 0, floor, floor, List.of(), new TreeMap<>(), List.of());
    }

    /** The same, written at a later time. */
    Head under(long later) {
        return new Head(scope, Math.max(term, later), last, forgotten, stamps, slots, log);
    }

    boolean isEmpty() {
        return slots.isEmpty() && log.isEmpty();
    }

    long lastLogged() {
        return log.isEmpty() ? forgotten : log.get(log.size() - 1).number();
    }

    Map<String, Usage> usages() {
        Map<String, Usage> usages = new HashMap<>();
        for (Slot slot : slots.values()) {
            Usage before = usages.getOrDefault(slot.info.owner(), Usage.NONE);
            usages.put(slot.info.owner(), new Usage(before.entries() + 1, before.bytes() + slot.info.length()));
        }
        return usages;
    }
}
