package io.parley.store.infinispan;

import io.parley.context.Cursor;
import io.parley.context.EntryInfo;
import io.parley.context.LogRecord;
import io.parley.context.Scope;
import io.parley.context.Usage;
import io.parley.context.Value;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Head of one scope: all of it except its long values ({@link LongValues}). It is one value of the cache, and changed
 * as a whole. Immutable.
 *
 * @param term term in which it was written: grows whenever the nodes that decide change
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

    /**
     * An entry.
     *
     * @param place of a long value, which is not a part of the head
     * @param bytes a part of what was read or put, which nobody changes; null if only the place is known
     */
    record Slot(
            EntryInfo info,
            LongValues.@Nullable Place place,
            @Nullable ByteBuffer bytes) {
        /** Returns the slot of a new value. */
        static Slot of(EntryInfo info, Value value, Instant now) {
            return new Slot(info, LongValues.Place.of(value.length(), now), value.buffer());
        }

        Slot with(EntryInfo changed) {
            return new Slot(changed, place, bytes);
        }

        /** A copy of the bytes, which are there. */
        byte[] toArray() {
            ByteBuffer source = Objects.requireNonNull(bytes).duplicate();
            byte[] copy = new byte[source.remaining()];
            source.get(copy);
            return copy;
        }

        /** The value that these bytes are, compared with its hash. */
        Value value(byte[] all) {
            return Value.handOver(all, info.mediaType()).checked(info.content(), info.key());
        }
    }

    /** Returns the head of a scope before anything was put. */
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

    /** Returns the places of its long values. */
    Set<LongValues.Place> places() {
        return slots.values().stream().map(Slot::place).filter(Objects::nonNull).collect(Collectors.toSet());
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
