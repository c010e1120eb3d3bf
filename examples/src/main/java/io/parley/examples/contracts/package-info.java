/**
 * Creates from a WSDL what an application needs: a copy without harmful content, and the classes that CXF's {@code
 * wsdl2java} generates, compiled in memory. Public: {@link io.parley.examples.contracts.ContractFolder}, {@link
 * io.parley.examples.contracts.ContractClasses}. Thread rule: a folder and its classes are created and closed by one
 * thread; created classes are immutable.
 */
@NullMarked
package io.parley.examples.contracts;

import org.jspecify.annotations.NullMarked;
