package io.parley.binding;

/** Factory of objects of one class. Thread-safe. */
final class BeanMaker {
    private BeanAccess access;

    BeanMaker(BeanAccess access) {
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
            throw BeanFailure.of("creating an object", e);
        }
    }
}
