package io.parley.layout;

import java.util.List;

/**
 * The canonical text of one complex type without the numbers of the types that it refers to, which are others in each
 * part: between two pieces stands a number. Immutable.
 */
final class CanonicalPieces {
    private final byte[] text;
    private final int[] ends;
    private final ComplexLayout[] types;

    /**
     * @param text all pieces in UTF-8
     * @param ends where a piece ends and a number stands
     * @param types whose number that is
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
}
