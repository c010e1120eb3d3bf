/**
 * The operator's page, whoever serves it: the model of a node and its JSON, the page's files with their headers, the feed of events and
 * the orders of operators. Public: {@link io.parley.console.ConsolePage}, {@link io.parley.console.Node}, {@link
 * io.parley.console.NodeStatus}. Thread rule: everything is thread-safe; nodes are asked on the page's own threads, or on that of a request.
 */
@NullMarked
package io.parley.console;

import org.jspecify.annotations.NullMarked;
