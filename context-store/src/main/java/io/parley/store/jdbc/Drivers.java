package io.parley.store.jdbc;

/** Whether a driver is on the class path, without loading what it brings. */
final class Drivers {
    private Drivers() {}

    static boolean isPresent(String className) {
        String file = className.replace('.', '/') + ".class";
        ClassLoader loader = Drivers.class.getClassLoader();
        return loader != null && loader.getResource(file) != null;
    }
}
