package io.parley;

/** Factory of causes of errors about objects of unexpected classes. Stateless. */
public final class UnexpectedObject {
    private UnexpectedObject() {}

    /**
     * Returns a cause that names the object's class for logs. The text of the error itself does not: it is sent to
     * peers.
     */
    public static ClassCastException of(Object found) {
        return new ClassCastException("found " + found.getClass().getName());
    }

    /** Returns a cause that also names the expected class. */
    public static ClassCastException of(Object found, Class<?> expected) {
        return new ClassCastException(
                "expected " + expected.getName() + ", found " + found.getClass().getName());
    }
}
