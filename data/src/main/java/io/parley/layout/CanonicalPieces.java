package io.parley.layout;

import java.util.List;

/**
 * Canonical text of a complex type or of a part's element, split where the number of a referenced type belongs, since
 * that number differs between parts. Immutable.
 */
final class CanonicalPieces {
    private final byte[] text;
    private final int[] ends;
    private final ComplexLayout[] types;

    /**
     * @param text all pieces in UTF-8
     * @param ends the end of each piece that is followed by a type number
     * @param types the type whose number follows each piece
     */
    CanonicalPieces(byte[] text, List<Integer> ends, List<ComplexLayout> types) {
        this.text = text;
        this.ends = ends.stream().mapToInt(Integer::intValue).toArray();
        this.types = types.toArray(ComplexLayout[]::new);
    }

    void write(CanonicalText to) {
        int from = 0;
        for (int i = 0; i < ends.length; i++) {
            to.write(text, from, ends[i]);
            to.number(types[i]);
            from = ends[i];
        }
        to.write(text, from, text.length);
    }

    CanonicalType hashed() {
        return new CanonicalType(text, types);
    }
}
