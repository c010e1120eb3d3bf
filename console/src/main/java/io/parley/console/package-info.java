/**
 * Operator's page, independent of a server: the model of a node and its JSON, the page's files and headers, the feed of
 * events and operators' orders. Public: {@link io.parley.console.ConsolePage}, {@link io.parley.console.Node}, {@link
 * io.parley.console.NodeStatus}. Thread rule: everything is thread-safe; nodes are polled on the page's own threads or
 * on that of a request.
 */
@NullMarked
package io.parley.console;

import org.jspecify.annotations.NullMarked;
