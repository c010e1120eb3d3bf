/**
 * Campaigns over a queue, for {@code ./campaign broker} and {@code ./campaign consumer}, which kill services and a
 * broker in processes of their own during calls, and the channels of a service's own URL, for {@code ./campaign cut}.
 * Public: types found by {@link java.util.ServiceLoader} or started as a program. Thread rule: a campaign runs on the
 * thread that starts it and on one thread per client.
 */
@NullMarked
package io.parley.examples.campaign;

import org.jspecify.annotations.NullMarked;
