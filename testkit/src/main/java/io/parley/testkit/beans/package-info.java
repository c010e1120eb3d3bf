/**
 * Random JAXB classes in the code-first style: their sources, compiled classes, random objects of these, and a
 * comparison of object graphs. Public: all but the generators of parts of a source.
 * Thread rule: a generator belongs to one thread.
 */
@NullMarked
package io.parley.testkit.beans;

import org.jspecify.annotations.NullMarked;
