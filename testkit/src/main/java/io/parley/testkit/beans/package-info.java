/**
 * Random JAXB classes, as somebody would write them who begins with the code: their sources, the classes that a compiler
 * makes of them, objects of these, and whether two such objects are the same. Public: all but the parts of a source.
 * Thread rule: a generator belongs to one thread.
 */
@NullMarked
package io.parley.testkit.beans;

import org.jspecify.annotations.NullMarked;
