/**
 * Long-running, repeatable checks under faults: {@link io.parley.testkit.campaign.Campaigns} is the program behind
 * {@code ./campaign}; {@link io.parley.testkit.campaign.FaultProxy} is a TCP proxy that applies faults.
 * Thread rule: a campaign runs on its caller's thread; a proxy has two threads for each connection.
 */
@NullMarked
package io.parley.testkit.campaign;

import org.jspecify.annotations.NullMarked;
