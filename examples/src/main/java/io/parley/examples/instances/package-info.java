/**
 * Random XML that is valid against a schema, from a seed: elements with attributes, derived types and substitutions,
 * wildcards, and simple values within their facets. Public: {@link io.parley.examples.instances.InstanceGenerator}.
 * Thread rule: a generator is confined to one thread.
 */
@NullMarked
package io.parley.examples.instances;

import org.jspecify.annotations.NullMarked;
