/**
 * Messages end to end: the five of the TDXML paper over SOAP, TDXML, hhfr and gRPC, and documents on the stream in
 * every representation that may be negotiated. Public: {@link io.parley.bench.retail.Lines}, {@link
 * io.parley.bench.retail.Envelopes}, {@link io.parley.bench.retail.DocumentRounds} and, for CXF, the services.
 * Thread rule: lines may be used from any thread; the rest belongs to one.
 */
@NullMarked
package io.parley.bench.retail;

import org.jspecify.annotations.NullMarked;
