package io.parley.store.wscontext;

import io.parley.context.Scope;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Active context, as read from the store.
 *
 * @param scope of its entries
 * @param parent identifier of its parent; null for none
 * @param owner principal that created it
 * @param version of its status, which changes only once: when it ends
 * @param expiresAt time at which it or one of its ancestors expires
 */
record Activity(Scope scope, @Nullable String parent, String owner, long version, Instant expiresAt) {}
