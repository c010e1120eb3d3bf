/**
 * Layouts tied to JAXB classes or to the generic {@code Record}: how an object's parts are reached. Public: {@link
 * io.parley.binding.Parts}, {@link io.parley.binding.Part} and what binds them.
 * Thread rule: bindings are immutable and thread-safe once made.
 */
@NullMarked
package io.parley.binding;

import org.jspecify.annotations.NullMarked;
