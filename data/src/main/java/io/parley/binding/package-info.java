/**
 * Bindings of layouts to JAXB classes or to the generic {@code Record}: access to the objects of message parts. Entry
 * points: {@link io.parley.binding.Parts}, {@link io.parley.binding.Part}, and the factories {@link
 * io.parley.binding.JaxbBindings} and {@link io.parley.binding.RecordBindings}. Bindings are immutable and thread-safe
 * once created.
 */
@NullMarked
package io.parley.binding;

import org.jspecify.annotations.NullMarked;
