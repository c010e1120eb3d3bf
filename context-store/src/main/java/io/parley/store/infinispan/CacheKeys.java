package io.parley.store.infinispan;

import io.parley.context.Scope;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Keys of the cache: one byte for the kind of value, and a name. */
final class CacheKeys {
    /** Key of the minimum version for scopes without a head. */
    static final byte[] FLOOR = {'f'};
    /** Key of the lineage, the number of times that the cluster was started anew; present while the cluster is open. */
    static final byte[] LINEAGE = {'l'};

    private static final byte SCOPE = 's';
    private static final byte VALUE = 'v';
    private static final byte MARK = 'm';
    private static final byte BEAT = 'b';

    private CacheKeys() {}

    static byte[] scope(Scope scope) {
        return key(SCOPE, scope.id());
    }

    /** Returns whether the key is that of a scope's head. */
    static boolean isScope(byte[] key) {
        return key[0] == SCOPE;
    }

    static Scope scopeOf(byte[] key) {
        return new Scope(new String(key, 1, key.length - 1, StandardCharsets.UTF_8));
    }

    /** Returns the key of a value that is stored apart from the head of its scope. */
    static byte[] value(Scope scope, LongValues.Place place) {
        byte[] name = scope.id().getBytes(StandardCharsets.UTF_8);
        ByteBuffer key = ByteBuffer.allocate(1 + LongValues.Place.BYTES + name.length);
        return place.write(key.put(VALUE)).put(name).array();
    }

    static boolean isValue(byte[] key) {
        return key[0] == VALUE;
    }

    static LongValues.Place placeOf(byte[] key) {
        return LongValues.Place.read(ByteBuffer.wrap(key, 1, LongValues.Place.BYTES));
    }

    static Scope scopeOfValue(byte[] key) {
        int name = 1 + LongValues.Place.BYTES;
        return new Scope(new String(key, name, key.length - name, StandardCharsets.UTF_8));
    }

    /**
     * Returns the key of the mark that a node has contributed its data from disk; the value is the largest lineage in
     * that data.
     */
    static byte[] mark(String node) {
        return key(MARK, node);
    }

    static byte[] beat(int number) {
        return key(BEAT, String.valueOf(number));
    }

    static byte[] number(long number) {
        return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
    }

    static long number(byte[] value) {
        return ByteBuffer.wrap(value).getLong();
    }

    private static byte[] key(byte kind, String name) {
        byte[] text = name.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(1 + text.length).put(kind).put(text).array();
    }
}
