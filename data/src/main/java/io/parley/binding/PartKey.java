package io.parley.binding;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import java.util.Locale;
import javax.xml.namespace.QName;

/**
 * Key of a message part of a service, equal on both sides: operation, direction, position. Ordered by its text.
 *
 * @param operation name of the operation in the service's contract
 * @param index position among the body parts of the message
 */
public record PartKey(QName operation, Direction direction, int index) implements Comparable<PartKey> {
    /** Direction of the operation's message. */
    public enum Direction {
        IN,
        OUT
    }

    /**
     * Parses the text of a key.
     *
     * @throws ParleyException {@code MALFORMED_MESSAGE} if no key has this text
     */
    public static PartKey parse(String text) {
        try {
            int index = text.lastIndexOf('/');
            int direction = text.lastIndexOf('/', index - 1);
            return new PartKey(
                    QName.valueOf(text.substring(0, direction)),
                    Direction.valueOf(text.substring(direction + 1, index).toUpperCase(Locale.ROOT)),
                    Integer.parseInt(text.substring(index + 1)));
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw new ParleyException(
                    ErrorCode.MALFORMED_MESSAGE,
                    "part: expected a key as in {namespace}operation/in/0, found other text",
                    e);
        }
    }

    /** {@inheritDoc} Not the derived one, for which a JVM makes classes when it is called first. */
    @Override
    public int hashCode() {
        return 31 * (31 * operation.hashCode() + direction.hashCode()) + index;
    }

    @Override
    public int compareTo(PartKey other) {
        return toString().compareTo(other.toString());
    }

    /** Returns the key in the form of offers and answers: {@code {namespace}operation/in/0}. */
    @Override
    public String toString() {
        return operation + "/" + direction.name().toLowerCase(Locale.ROOT) + "/" + index;
    }
}
