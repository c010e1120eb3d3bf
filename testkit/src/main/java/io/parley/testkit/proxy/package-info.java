/**
 * Reverse and forward proxies, installed or from packages of Debian or PyPI, which are run with the configurations of
 * the guide.
 */
@NullMarked
package io.parley.testkit.proxy;

import org.jspecify.annotations.NullMarked;
