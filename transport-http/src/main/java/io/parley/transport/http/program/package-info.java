/**
 * Process that serves one contract at a URL, configured by a properties file: for services that need no container.
 * Public: {@link io.parley.transport.http.program.EndpointProgram}, {@link
 * io.parley.transport.http.program.EndpointService}. Thread rule: the main thread waits; the thread that ends the JVM
 * stops the endpoint.
 */
@NullMarked
package io.parley.transport.http.program;

import org.jspecify.annotations.NullMarked;
