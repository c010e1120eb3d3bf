package io.parley.negotiation;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Assignment of part numbers on the wire, and the set of typed parts. Both sides derive the same one: the opening side
 * from the agreement and its own data, the accepting side from the agreement, its own data and the terms bytes of OPEN,
 * in which the opening side says which of the listed parts are equal to its own. Parts without a number are sent as
 * infoset. Immutable.
 *
 * <p>Terms bytes: the first 16 bytes of the numbering digest; then, if the answer listed parts, their number as two
 * bytes, little-endian, and one bit for each, least significant bits first, the last byte padded with zeros
 * (docs/protocol/negotiation.md, section 13.3).
 */
public final class PartNumbering {
    private static final int DIGEST_BYTES = 16;
    private static final String DIGEST_TITLE = "parley-numbers 1";

    private final List<String> keys;
    private final BitSet typed;
    private final byte[] terms;

    private PartNumbering(List<String> keys, BitSet typed, byte[] digest, byte[] bits) {
        this.keys = List.copyOf(keys);
        this.typed = typed;
        this.terms = Arrays.copyOf(digest, digest.length + bits.length);
        System.arraycopy(bits, 0, terms, digest.length, bits.length);
    }

    /** Derives the opening side's numbering. */
    public static PartNumbering opening(DataTerms agreed, DataDescription own) {
        if (agreed.same()) {
            return allOf(own);
        }
        Map<String, String> prints = prints(own);
        BitSet alike = new BitSet();
        List<PartTerm> listed = agreed.listed();
        for (int i = 0; i < listed.size(); i++) {
            String theirs = listed.get(i).fingerprint();
            String ours = prints.getOrDefault(listed.get(i).key(), "");
            alike.set(i, !theirs.isEmpty() && ours.startsWith(theirs));
        }
        return new PartNumbering(keys(listed), alike, digest(listed, alike, prints), encode(listed.size(), alike));
    }

    /**
     * Derives the accepting side's numbering.
     *
     * @param terms the terms bytes of OPEN
     * @throws ParleyException {@code NEGOTIATION} if they do not fit the agreement, {@code DIGEST_MISMATCH} if the
     *     opening side's numbers mean other operations, parts or layouts than this side's
     */
    public static PartNumbering accepting(DataTerms agreed, DataDescription own, byte[] terms) {
        if (terms.length < DIGEST_BYTES) {
            throw malformed("a numbering digest of " + DIGEST_BYTES + " bytes", terms.length + " bytes");
        }
        byte[] digest = Arrays.copyOf(terms, DIGEST_BYTES);
        byte[] bits = Arrays.copyOfRange(terms, DIGEST_BYTES, terms.length);
        if (agreed.same()) {
            if (bits.length != 0) {
                throw malformed("a numbering digest alone, since all parts are alike", terms.length + " bytes");
            }
            expect(digest, digest(own));
            return allOf(own);
        }
        List<PartTerm> listed = agreed.listed();
        BitSet alike = decode(listed, bits);
        expect(digest, digest(listed, alike, prints(own)));
        return new PartNumbering(keys(listed), alike, digest, bits);
    }

    /** Returns the number of numbered parts. */
    public int size() {
        return keys.size();
    }

    /** Returns the key of the part with a number. */
    public String key(int number) {
        return keys.get(number);
    }

    /** Returns whether the part with a number may be typed. */
    public boolean isTyped(int number) {
        return typed.get(number);
    }

    /** Returns the number of parts that may be typed. */
    public int typedCount() {
        return typed.cardinality();
    }

    /** Returns a copy of the terms bytes for OPEN. */
    public byte[] terms() {
        return terms.clone();
    }

    private static PartNumbering allOf(DataDescription own) {
        BitSet typed = new BitSet();
        List<PartTerm> parts = own.parts();
        for (int i = 0; i < parts.size(); i++) {
            typed.set(i, !parts.get(i).fingerprint().isEmpty());
        }
        return new PartNumbering(keys(parts), typed, digest(own), new byte[0]);
    }

    private static Map<String, String> prints(DataDescription own) {
        Map<String, String> prints = new HashMap<>();
        own.parts().forEach(part -> prints.put(part.key(), part.fingerprint()));
        return prints;
    }

    private static byte[] digest(DataDescription own) {
        return digest(new CanonicalText(DIGEST_TITLE).line("same", own.fingerprint()));
    }

    private static byte[] digest(List<PartTerm> listed, BitSet alike, Map<String, String> prints) {
        CanonicalText text = new CanonicalText(DIGEST_TITLE);
        for (int i = 0; i < listed.size(); i++) {
            String key = listed.get(i).key();
            text.line(key, alike.get(i) ? DataDescription.shortened(prints.getOrDefault(key, "")) : "");
        }
        return digest(text);
    }

    private static byte[] digest(CanonicalText text) {
        return Arrays.copyOf(text.digest().bytes(), DIGEST_BYTES);
    }

    private static void expect(byte[] shown, byte[] own) {
        if (!MessageDigest.isEqual(shown, own)) {
            throw new ParleyException(
                    ErrorCode.DIGEST_MISMATCH,
                    "terms of OPEN: expected the numbering digest of this side's parts, found another: one side's contract is"
                            + " not the one that offer and answer described");
        }
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
