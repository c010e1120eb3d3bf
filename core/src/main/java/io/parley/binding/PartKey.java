package io.parley.binding;

import javax.xml.namespace.QName;

/**
 * Names a message part of a service the same way on both sides: operation, direction, position. Ordered by its text.
 *
 * @param operation the operation's name in the service's contract
 * @param index position among the body parts of the message
 */
public record PartKey(QName operation, Direction direction, int index) implements Comparable<PartKey> {
    /** Which message of the operation. */
    public enum Direction {
        IN,
        OUT
    }

    @Override
    public int compareTo(PartKey other) {
        return toString().compareTo(other.toString());
    }

    /** As offers and answers carry it: {@code {namespace}operation/in/0}. */
    @Override
    public String toString() {
        return operation + "/" + direction.name().toLowerCase(java.util.Locale.ROOT) + "/" + index;
    }
}
