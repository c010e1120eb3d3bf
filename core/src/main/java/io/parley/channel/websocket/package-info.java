/**
 * The websocket channel without its sockets: upgrade requests, and WebSocket frames around the bytes of a connection,
 * independent of the HTTP server and client (docs/protocol/channels.md, "The websocket channel"). Public:
 * {@link io.parley.channel.websocket.Upgrade}, {@link io.parley.channel.websocket.UpgradeDesk},
 * {@link io.parley.channel.websocket.WebSocketInput}, {@link io.parley.channel.websocket.WebSocketOutput} and the
 * constants that they share. Thread rule: an input or output belongs to one thread at a time; everything else is
 * immutable or thread-safe.
 */
@NullMarked
package io.parley.channel.websocket;

import org.jspecify.annotations.NullMarked;
