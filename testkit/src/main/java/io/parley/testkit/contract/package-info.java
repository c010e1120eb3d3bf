/**
 * Random service contracts, as the interfaces of a service's implementation and of clients that know another version of
 * it. Public: contracts, their operations, and their generator.
 * Thread rule: a generator belongs to one thread; contracts are immutable.
 */
@NullMarked
package io.parley.testkit.contract;

import org.jspecify.annotations.NullMarked;
