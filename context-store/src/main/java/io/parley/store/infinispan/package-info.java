/**
 * Context stores shared without a server: each process is a node of an Infinispan cluster, which keeps all contexts in
 * memory and on a disk of its own. Public: the provider, for {@link java.util.ServiceLoader}.
 * Thread rule: one thread of each store writes, one takes part in the cluster; readers ask the first owner of what they
 * read, which is memory of this process or another.
 */
@NullMarked
package io.parley.store.infinispan;

import org.jspecify.annotations.NullMarked;
