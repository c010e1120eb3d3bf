package io.parley.bench.data;

import java.util.Arrays;

/** Compares and counts what was carried, whatever its kind. */
public final class Contents {
    private Contents() {}

    /** Whether two objects of a kind's class have equal content, bit for bit. */
    public static boolean equal(Kind kind, Object one, Object other) {
        return switch (kind) {
            case VOID -> one instanceof Empty && other instanceof Empty;
            case F64 -> Arrays.equals(((Doubles) one).value, ((Doubles) other).value);
            case LIST -> ((DoubleList) one).value.equals(((DoubleList) other).value);
            case I32 -> Arrays.equals(((Ints) one).value, ((Ints) other).value);
            case STR -> ((Strings) one).value.equals(((Strings) other).value);
            case BLOB -> Arrays.equals(((Blob) one).value, ((Blob) other).value);
            case SIMPLE, MEDIUM, COMPLEX -> one.equals(other);
        };
    }

    /** How many elements an object has. */
    public static int count(Kind kind, Object content) {
        return switch (kind) {
            case VOID -> 0;
            case F64 -> ((Doubles) content).value.length;
            case LIST -> ((DoubleList) content).value.size();
            case I32 -> ((Ints) content).value.length;
            case STR -> ((Strings) content).value.size();
            case BLOB -> ((Blob) content).value.length;
            case SIMPLE, MEDIUM, COMPLEX -> 1;
        };
    }
}
