/**
 * Random XML that a schema allows, from a seed: elements with their attributes, types that stand in for others, wildcards and
 * simple values within their facets. Public: {@link io.parley.examples.instances.InstanceGenerator}.
 * Thread rule: a generator belongs to one thread.
 */
@NullMarked
package io.parley.examples.instances;

import org.jspecify.annotations.NullMarked;
