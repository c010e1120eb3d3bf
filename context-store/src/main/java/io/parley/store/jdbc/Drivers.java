package io.parley.store.jdbc;

/** Detects JDBC drivers on the class path without loading their classes. */
final class Drivers {
    private Drivers() {}

    static boolean isPresent(String className) {
        String file = className.replace('.', '/') + ".class";
        ClassLoader loader = Drivers.class.getClassLoader();
        return loader != null && loader.getResource(file) != null;
    }
}
