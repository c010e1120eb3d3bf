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
 * Head of one scope: all of it except its long values ({@link LongValues}). It is one value of the cache, and replaced
 * as a whole. Immutable.
 *
 * @param term in which it was written; grows whenever the deciding nodes change
 * @param last number of its last transaction
 * @param forgotten last number that was dropped from its log
 * @param stamps of the last writes, newest last, by which a writer recognizes its own write
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

    /** Name of an entry, in the order of listings. */
    record Name(String text) implements Comparable<Name> {
        @Override
        public int compareTo(Name other) {
            return new Cursor("", text).compareTo(new Cursor("", other.text));
        }
    }

    /**
     * Entry.
     *
     * @param place of a long value, which is stored apart from the head; null if the value is in the head
     * @param bytes the value, a read-only part of what was read or put; null if only the place is known
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

        /** Returns a copy of the bytes, which must be present. */
        byte[] toArray() {
            ByteBuffer source = Objects.requireNonNull(bytes).duplicate();
            byte[] copy = new byte[source.remaining()];
            source.get(copy);
            return copy;
        }

        /** Returns the value with these bytes, after checking their hash. */
        Value value(byte[] all) {
            return Value.handOver(all, info.mediaType()).checked(info.content(), info.key());
        }
    }

    /** Returns the head of a scope without any entries or history. */
    static Head fresh(Scope scope, long floor) {
        return new Head(scope, 0, floor, floor, List.of(), new TreeMap<>(), List.of());
    }

    /** Returns a copy in a later term. */
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
