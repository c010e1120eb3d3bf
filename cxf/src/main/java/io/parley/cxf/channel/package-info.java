/**
 * The channels on a service's own URL, on what CXF has anyway. http: {@code ConduitPoster} posts through an HTTP
 * conduit, {@link io.parley.cxf.channel.FramesIn} takes posts out of an endpoint's chain. websocket: {@link
 * io.parley.cxf.channel.ConduitUpgrade} connects with what a conduit was given, {@link io.parley.cxf.channel.UpgradesIn} takes upgrades
 * out of the chain. Thread rule: posts are made by threads of this
 * room, which block for their responses; they are taken on the container's threads, which do not where it lets them go.
 */
@NullMarked
package io.parley.cxf.channel;

import org.jspecify.annotations.NullMarked;
