package io.parley.bench.data;

import io.parley.bench.data.Beans.Blob;
import io.parley.bench.data.Beans.Complex;
import io.parley.bench.data.Beans.DoubleList;
import io.parley.bench.data.Beans.Doubles;
import io.parley.bench.data.Beans.Empty;
import io.parley.bench.data.Beans.Ints;
import io.parley.bench.data.Beans.Medium;
import io.parley.bench.data.Beans.Simple;
import io.parley.bench.data.Beans.Strings;

/** The kinds of workload, with the class that carries each and the bytes that one element takes at least. */
public enum Kind {
    /** A call without content. */
    VOID("void", Empty.class, 0),
    /** An array of doubles, drawn evenly from -1000 to 1000 with all their digits. */
    F64("f64", Doubles.class, 8),
    /** The same doubles as a list. */
    LIST("list", DoubleList.class, 8),
    /** An array of ints from the whole range. */
    I32("i32", Ints.class, 4),
    /** Strings of 8 to 32 lower-case letters. */
    STR("str", Strings.class, 21),
    /** Random bytes. */
    BLOB("blob", Blob.class, 1),
    SIMPLE("rec-simple", Simple.class, 0),
    MEDIUM("rec-medium", Medium.class, 0),
    COMPLEX("rec-complex", Complex.class, 0);

    private final String word;
    private final Class<?> type;
    private final int elementBytes;

    Kind(String word, Class<?> type, int elementBytes) {
        this.word = word;
        this.type = type;
        this.elementBytes = elementBytes;
    }

    /** How its workloads' names begin. */
    public String word() {
        return word;
    }

    /** The annotated class whose objects are carried. */
    public Class<?> type() {
        return type;
    }

    /** Whether its workloads have a number of elements. */
    public boolean isCounted() {
        return elementBytes > 0;
    }

    int elementBytes() {
        return elementBytes;
    }
}
