/**
 * Context stores in SQL databases: SQLite in the process, PostgreSQL shared. Public: the providers, for {@link
 * java.util.ServiceLoader}; everything else is asked for by {@link io.parley.context.ContextStores}.
 * Thread rule: one thread of each store writes, so that what waits shares a commit; readers use connections of their own.
 */
@NullMarked
package io.parley.store.jdbc;

import org.jspecify.annotations.NullMarked;
