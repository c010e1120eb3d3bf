package io.parley.binding;

/** Factory of objects of one class. Thread-safe. */
final class BeanMaker {
    private final Class<?> type;
    private BeanAccess access;

    BeanMaker(Class<?> type, BeanAccess access) {
        this.type = type;
        this.access = access;
    }

    /** Replaces the access by an equal one. */
    void replace(BeanAccess with) {
        access = with;
    }

    Object newInstance() {
        try {
            return access.newInstance();
        } catch (Throwable e) {
            throw BeanFailure.of("making " + type.getName(), e);
        }
    }
}
