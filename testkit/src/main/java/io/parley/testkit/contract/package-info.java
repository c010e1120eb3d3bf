/**
 * Random contracts of one service, as the interfaces that its clients and its implementation have: what clients know of a
 * service is seldom all that it has. Public: contracts, their operations, and their generator.
 * Thread rule: a generator belongs to one thread; contracts are immutable.
 */
@NullMarked
package io.parley.testkit.contract;

import org.jspecify.annotations.NullMarked;
