/**
 * Channels on a service's own URL, built on CXF's HTTP transport. http: {@code ConduitPoster} posts through an HTTP
 * conduit, {@link io.parley.cxf.channel.FramesIn} takes posts out of a service's chain. websocket: {@link
 * io.parley.cxf.channel.ConduitUpgrade} connects with the settings of a conduit, {@link
 * io.parley.cxf.channel.UpgradesIn} takes upgrades out of the chain. Thread rule: posts are sent on threads of this
 * package, which block for their responses; they are received on the container's threads, which do not block if the
 * container supports asynchronous requests.
 */
@NullMarked
package io.parley.cxf.channel;

import org.jspecify.annotations.NullMarked;
