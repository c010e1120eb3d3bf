/**
 * Starts the example services on loopback and creates clients for them, with or without Parley. Public: {@link
 * io.parley.examples.hosting.ServiceHost}, {@link io.parley.examples.hosting.Clients}, {@link
 * io.parley.examples.hosting.HttpBytes}, {@link io.parley.examples.hosting.Loopback}. Thread rule: a host is started
 * and closed by one thread; clients are as thread-safe as CXF proxies.
 */
@NullMarked
package io.parley.examples.hosting;

import org.jspecify.annotations.NullMarked;
