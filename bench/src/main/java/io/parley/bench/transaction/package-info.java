/**
 * The payload paper: a small request whose response is a payload of some megabytes, normal or serialized, with SOAP
 * over HTTP and JMS and with current alternatives. Client, server and broker are separate JVMs. Public: {@link
 * io.parley.bench.transaction.Transactions}, which JMH runs, {@link io.parley.bench.transaction.Lane}, and the types of
 * the results.
 * Thread rule: one transaction at a time; marks are set by CXF's threads and read after the end of the transaction.
 */
@NullMarked
package io.parley.bench.transaction;

import org.jspecify.annotations.NullMarked;
