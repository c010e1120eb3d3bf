/**
 * Seeded generators of content: the same seed gives the same content for ever, so a failure that prints its seed can be
 * repeated. Public: the generators, the constructs that they try, and how often they did.
 * Thread rule: a generator belongs to one thread.
 */
@NullMarked
package io.parley.testkit.generate;

import org.jspecify.annotations.NullMarked;
