/**
 * Makes of a WSDL what an application has of it: a copy without anything that could do harm, and the classes that CXF's
 * {@code wsdl2java} generates, compiled in memory. Public: {@link io.parley.examples.contracts.ContractFolder}, {@link
 * io.parley.examples.contracts.ContractClasses}.
 * Thread rule: a folder and its classes are made and closed by one thread; classes that were made are immutable.
 */
@NullMarked
package io.parley.examples.contracts;

import org.jspecify.annotations.NullMarked;
