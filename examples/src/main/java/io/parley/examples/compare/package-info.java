/**
 * Compares plain SOAP and streams for the operations of any WSDL, with random values, and reports the differences.
 * Public: {@link io.parley.examples.compare.ContractComparison} and the types that it uses. Thread rule: a comparison
 * runs on one thread; its stand-in for the service answers on CXF's threads.
 */
@NullMarked
package io.parley.examples.compare;

import org.jspecify.annotations.NullMarked;
