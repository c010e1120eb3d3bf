package io.parley.negotiation;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which number on the wire stands for which part, and which parts may travel typed. Both sides derive the same one: the
 * opening side from the agreement and its own data, the accepting side from the agreement, its own data and the terms
 * bytes of OPEN, in which the opening side says which of the listed parts it has alike. Parts without a number travel as
 * infoset. Immutable.
 *
 * <p>Terms bytes: nothing if all fingerprints are equal. Otherwise the number of listed parts as two bytes,
 * little-endian, then one bit for each, low bits first, the last byte filled up with zeros.
 */
public final class PartNumbering {
    private final List<String> keys;
    private final BitSet typed;
    private final byte[] terms;

    private PartNumbering(List<String> keys, BitSet typed, byte[] terms) {
        this.keys = List.copyOf(keys);
        this.typed = typed;
        this.terms = terms;
    }

    /** The opening side's. */
    public static PartNumbering opening(DataTerms agreed, DataDescription own) {
        if (agreed.same()) {
            return allOf(own);
        }
        Map<String, String> prints = new HashMap<>();
        own.parts().forEach(part -> prints.put(part.key(), part.fingerprint()));
        BitSet alike = new BitSet();
        List<PartTerm> listed = agreed.listed();
        for (int i = 0; i < listed.size(); i++) {
            String theirs = listed.get(i).fingerprint();
            String ours = prints.getOrDefault(listed.get(i).key(), "");
            alike.set(i, !theirs.isEmpty() && ours.startsWith(theirs));
        }
        return new PartNumbering(keys(listed), alike, encode(listed.size(), alike));
    }

    /**
     * The accepting side's.
     *
     * @param terms what OPEN brought
     * @throws ParleyException {@code NEGOTIATION} if they do not fit the agreement
     */
    public static PartNumbering accepting(DataTerms agreed, DataDescription own, byte[] terms) {
        if (agreed.same()) {
            if (terms.length != 0) {
                throw malformed("no bytes, since all parts are alike", terms.length + " bytes");
            }
            return allOf(own);
        }
        List<PartTerm> listed = agreed.listed();
        BitSet alike = decode(listed, terms);
        return new PartNumbering(keys(listed), alike, terms.clone());
    }

    /** How many numbers there are. */
    public int size() {
        return keys.size();
    }

    /** The key of the part with that number. */
    public String key(int number) {
        return keys.get(number);
    }

    /** Whether the part with that number may travel typed. */
    public boolean isTyped(int number) {
        return typed.get(number);
    }

    /** How many parts may travel typed. */
    public int typedCount() {
        return typed.cardinality();
    }

    /** A copy of the terms bytes that OPEN carries. */
    public byte[] terms() {
        return terms.clone();
    }

    private static PartNumbering allOf(DataDescription own) {
        BitSet typed = new BitSet();
        List<PartTerm> parts = own.parts();
        for (int i = 0; i < parts.size(); i++) {
            typed.set(i, !parts.get(i).fingerprint().isEmpty());
        }
        return new PartNumbering(keys(parts), typed, new byte[0]);
    }

    private static List<String> keys(List<PartTerm> parts) {
        List<String> keys = new ArrayList<>(parts.size());
        parts.forEach(part -> keys.add(part.key()));
        return keys;
    }

    private static byte[] encode(int count, BitSet alike) {
        byte[] terms = new byte[2 + (count + 7) / 8];
        terms[0] = (byte) count;
        terms[1] = (byte) (count >>> 8);
        byte[] bits = alike.toByteArray();
        System.arraycopy(bits, 0, terms, 2, bits.length);
        return terms;
    }

    private static BitSet decode(List<PartTerm> listed, byte[] terms) {
        int expected = 2 + (listed.size() + 7) / 8;
        if (terms.length != expected) {
            throw malformed(expected + " bytes", terms.length + " bytes");
        }
        int count = (terms[0] & 0xFF) | (terms[1] & 0xFF) << 8;
        if (count != listed.size()) {
            throw malformed(listed.size() + " listed parts", String.valueOf(count));
        }
        byte[] bits = new byte[terms.length - 2];
        System.arraycopy(terms, 2, bits, 0, bits.length);
        BitSet alike = BitSet.valueOf(bits);
        for (int i = alike.nextSetBit(0); i >= 0; i = alike.nextSetBit(i + 1)) {
            if (i >= count || listed.get(i).fingerprint().isEmpty()) {
                throw malformed("a bit only for a part that is listed as typed", "bit " + i);
            }
        }
        return alike;
    }

    private static ParleyException malformed(String expected, String found) {
        return new ParleyException(ErrorCode.NEGOTIATION, "terms of OPEN: expected " + expected + ", found " + found);
    }
}
