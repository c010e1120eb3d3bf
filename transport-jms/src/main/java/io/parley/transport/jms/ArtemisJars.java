package io.parley.transport.jms;

/**
 * Access of this package to Artemis if the package is in a module: packages of Artemis are in several jars, which
 * cannot be modules, and are on the class path then. A module reads the class path only if it says so while it runs.
 */
final class ArtemisJars {
    private ArtemisJars() {}

    /** Reads the class path. To be called before a class of Artemis is used; has no effect outside a module. */
    static void read() {
        ArtemisJars.class
                .getModule()
                .addReads(ArtemisJars.class.getClassLoader().getUnnamedModule());
    }
}
