package io.parley.testkit.proxy;

/**
 * A proxy product: its program and the package that contains it.
 *
 * @param program file name of the executable
 * @param source name of its package: one of Debian, or one of PyPI with its version
 * @param isWheel true if the package is one of PyPI
 */
record ProxyProduct(String program, String source, boolean isWheel) {}
