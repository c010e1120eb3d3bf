/**
 * Context stores in SQL databases: SQLite in the process, PostgreSQL shared. Public: the providers, for {@link
 * java.util.ServiceLoader}; stores are opened by {@link io.parley.context.ContextStores}. Thread rule: each store has
 * one writer thread, so that concurrent transactions share a commit; readers use connections of their own.
 */
@NullMarked
package io.parley.store.jdbc;

import org.jspecify.annotations.NullMarked;
