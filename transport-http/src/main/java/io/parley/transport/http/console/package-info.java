/**
 * The operator's console on an {@link io.parley.transport.http.HttpServer}, for programs without a servlet container.
 * Public: {@link io.parley.transport.http.console.ConsoleSite}. Thread rule: called on event loops; blocking work runs
 * on the site's own thread.
 */
@NullMarked
package io.parley.transport.http.console;

import org.jspecify.annotations.NullMarked;
