/**
 * The payload paper: a small request whose answer is a payload of some megabytes, normal or serialized, by SOAP over HTTP and JMS, and by
 * what is there today. Client, server and broker are JVMs of their own. Public: {@link
 * io.parley.bench.transaction.Transactions}, which JMH runs, {@link io.parley.bench.transaction.Lane}, and what becomes of
 * the shots.
 * Thread rule: one transaction at a time; marks are set by the threads of CXF and read when the transaction is over.
 */
@NullMarked
package io.parley.bench.transaction;

import org.jspecify.annotations.NullMarked;
