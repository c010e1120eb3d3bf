/**
 * Calls each operation of any WSDL by plain SOAP and by a stream, side by side, with random values, and says what differs.
 * Public: {@link io.parley.examples.compare.ContractComparison} and what it takes and returns.
 * Thread rule: a comparison is run by one thread; its stand-in for the service answers on CXF's.
 */
@NullMarked
package io.parley.examples.compare;

import org.jspecify.annotations.NullMarked;
