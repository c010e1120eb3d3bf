package io.parley.store.wscontext;

import io.parley.context.Scope;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A living context, as it was found.
 *
 * @param parent the identifier of the one that it is nested in
 * @param owner who began it
 * @param version of its status, which changes only once: when it ends
 * @param expiresAt the first moment at which it or one that it is nested in is over
 */
record Activity(Scope scope, @Nullable String parent, String owner, long version, Instant expiresAt) {}
