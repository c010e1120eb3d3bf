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

/** The kinds of workload, each with its class and the approximate number of bytes of one element. */
public enum Kind {
    /** A call without content. */
    VOID("void", Empty.class, 0),
    /** An array of doubles, uniformly distributed from -1000 to 1000, with full precision. */
    F64("f64", Doubles.class, 8),
    /** The doubles of {@link #F64} as a list. */
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

    /** Returns the prefix of the names of the kind's workloads. */
    public String word() {
        return word;
    }

    /** Returns the annotated class of the content. */
    public Class<?> type() {
        return type;
    }

    /** Returns whether the kind's workloads have a number of elements. */
    public boolean isCounted() {
        return elementBytes > 0;
    }

    int elementBytes() {
        return elementBytes;
    }
}
