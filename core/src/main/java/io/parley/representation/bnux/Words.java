package io.parley.representation.bnux;

import io.parley.HotPath;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Strings that stood in the place of a name, prefix or namespace, found by their UTF-8 bytes and numbered from 1 on. So
 * the names that all messages of a conversation share are made once. The hash has a secret factor, so that a peer cannot
 * choose names that collide.
 */
final class Words {
    private static final VarHandle EIGHT_BYTES =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final long factor = ThreadLocalRandom.current().nextLong() | 1;

    private byte[] bytes = new byte[512];
    private int[] ends = new int[64];
    private int[] hashes = new int[64];
    private String[] strings = new String[64];
    /** Open addressing; at most half full. */
    private int[] table = new int[128];

    private int size;

    /** The word with those bytes; learned if need be. */
    @HotPath
    int find(byte[] from, int start, int end) {
        int hash = hash(from, start, end);
        int mask = table.length - 1;
        for (int slot = hash & mask; table[slot] != 0; slot = (slot + 1) & mask) {
            int word = table[slot];
            if (hashes[word] == hash && Arrays.equals(bytes, ends[word - 1], ends[word], from, start, end)) {
                return word;
            }
        }
        return learn(hash, from, start, end);
    }

    String string(int word) {
        return strings[word];
    }

    /** How many there are. */
    int size() {
        return size;
    }

    /** How many bytes they have together. */
    int bytes() {
        return ends[size];
    }

    private int learn(int hash, byte[] from, int start, int end) {
        int word = ++size;
        if (word == ends.length) {
            ends = Arrays.copyOf(ends, 2 * word);
            hashes = Arrays.copyOf(hashes, 2 * word);
            strings = Arrays.copyOf(strings, 2 * word);
            rehash(4 * word);
        }
        int at = ends[word - 1];
        int length = end - start;
        if (at + length > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(at + length, 2 * bytes.length));
        }
        System.arraycopy(from, start, bytes, at, length);
        ends[word] = at + length;
        hashes[word] = hash;
        strings[word] = new String(from, start, length, StandardCharsets.UTF_8);
        put(word);
        return word;
    }

    private void rehash(int slots) {
        table = new int[slots];
        for (int word = 1; word < size; word++) {
            put(word);
        }
    }

    private void put(int word) {
        int mask = table.length - 1;
        int slot = hashes[word] & mask;
        while (table[slot] != 0) {
            slot = (slot + 1) & mask;
        }
        table[slot] = word;
    }

    @HotPath
    private int hash(byte[] from, int start, int end) {
        long hash = (long) end - start;
        int at = start;
        for (; at + Long.BYTES <= end; at += Long.BYTES) {
            hash = mixed(hash ^ (long) EIGHT_BYTES.get(from, at));
        }
        for (; at < end; at++) {
            hash = mixed(hash ^ from[at]);
        }
        return (int) (hash ^ (hash >>> 32));
    }

    private long mixed(long value) {
        long product = value * factor;
        return product ^ (product >>> 29);
    }
}
