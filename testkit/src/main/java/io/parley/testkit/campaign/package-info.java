/**
 * Long trials that anybody can repeat: {@link io.parley.testkit.campaign.Campaigns} is the program that {@code ./campaign}
 * starts; {@link io.parley.testkit.campaign.FaultProxy} is a TCP proxy that spoils connections.
 * Thread rule: a campaign runs on its caller's thread; a proxy has two threads for each connection.
 */
@NullMarked
package io.parley.testkit.campaign;

import org.jspecify.annotations.NullMarked;
