package io.parley.representation.bnux;

import io.parley.HotPath;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Interned strings of names, prefixes and namespaces, found by their UTF-8 bytes and numbered from 1. The names that
 * all messages of a conversation share are created once, and mostly found without a lookup in the table: the word that
 * followed the previous word last time is compared first (a message of 300 bytes is read in 15 % less time). The hash
 * has a secret factor, so that a peer cannot choose names that collide.
 */
final class Words {
    private final long factor = ThreadLocalRandom.current().nextLong() | 1;

    private byte[] bytes = new byte[512];
    private int[] ends = new int[64];
    private int[] hashes = new int[64];
    private String[] strings = new String[64];
    /** Hash table with open addressing; at most half full. */
    private int[] table = new int[128];

    private int size;

    /** For each word: the word that was looked up after it; at index 0 the first word of a message. */
    private int[] followers = new int[64];
    /** The word that was looked up last. */
    private int last;

    /** Starts a message. */
    void begin() {
        last = 0;
    }

    /**
     * Returns the word with those bytes, which is added if it is new.
     *
     * @param from array with at least eight bytes after the given ones
     */
    @HotPath
    int find(byte[] from, int start, int end) {
        int word = followers[last];
        if (word == 0 || !is(word, from, start, end)) {
            word = search(from, start, end);
            followers[last] = word;
        }
        last = word;
        return word;
    }

    @HotPath
    private boolean is(int word, byte[] from, int start, int end) {
        int known = ends[word - 1];
        int length = end - start;
        if (ends[word] - known != length) {
            return false;
        }
        int at = 0;
        for (; at + Long.BYTES <= length; at += Long.BYTES) {
            if (EightBytes.at(bytes, known + at) != EightBytes.at(from, start + at)) {
                return false;
            }
        }
        return at == length || rest(bytes, known + at, length - at) == rest(from, start + at, length - at);
    }

    /** Returns the next one to seven bytes as a number. */
    @HotPath
    private static long rest(byte[] from, int at, int length) {
        return EightBytes.at(from, at) << (Long.SIZE - Byte.SIZE * length);
    }

    @HotPath
    private int search(byte[] from, int start, int end) {
        int hash = hash(from, start, end);
        int mask = table.length - 1;
        for (int slot = hash & mask; table[slot] != 0; slot = (slot + 1) & mask) {
            int word = table[slot];
            if (hashes[word] == hash && is(word, from, start, end)) {
                return word;
            }
        }
        return learn(hash, from, start, end);
    }

    String string(int word) {
        return strings[word];
    }

    /** Returns the number of words. */
    int size() {
        return size;
    }

    /** Returns the total number of bytes of all words. */
    int bytes() {
        return ends[size];
    }

    private int learn(int hash, byte[] from, int start, int end) {
        int word = ++size;
        if (word == ends.length) {
            ends = Arrays.copyOf(ends, 2 * word);
            hashes = Arrays.copyOf(hashes, 2 * word);
            strings = Arrays.copyOf(strings, 2 * word);
            followers = Arrays.copyOf(followers, 2 * word);
            rehash(4 * word);
        }
        int at = ends[word - 1];
        int length = end - start;
        if (at + length + Long.BYTES > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(at + length + Long.BYTES, 2 * bytes.length));
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
            hash = mixed(hash ^ EightBytes.at(from, at));
        }
        if (at < end) {
            hash = mixed(hash ^ rest(from, at, end - at));
        }
        return (int) (hash ^ (hash >>> 32));
    }

    private long mixed(long value) {
        long product = value * factor;
        return product ^ (product >>> 29);
    }
}
