/**
 * Seeded generators of schemas, messages and documents: the same seed always gives the same content, so a failure that
 * prints its seed can be repeated. Public: the generators, the constructs that they exercise, and their coverage.
 * Thread rule: a generator belongs to one thread.
 */
@NullMarked
package io.parley.testkit.generate;

import org.jspecify.annotations.NullMarked;
