/**
 * Context stores shared without a server: each process is a node of an Infinispan cluster, which keeps all contexts in
 * memory and on its own disk. Public: the provider, for {@link java.util.ServiceLoader}. Thread rule: each store has a
 * writer thread and a thread for its membership; readers ask the primary owner of a key, in this process or another.
 */
@NullMarked
package io.parley.store.infinispan;

import org.jspecify.annotations.NullMarked;
