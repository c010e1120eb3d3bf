/**
 * The websocket channel without its sockets: what an upgrade shows, and WebSocket frames around the bytes of a connection,
 * whoever reads and writes them (docs/protocol/channels.md, "The websocket channel"). Public: {@link
 * io.parley.channel.websocket.Upgrade}, {@link io.parley.channel.websocket.UpgradeDesk}, {@link
 * io.parley.channel.websocket.WebSocketInput}, {@link
 * io.parley.channel.websocket.WebSocketOutput} and the words that they share. Thread rule: an input or output belongs to one
 * thread at a time; all else is pure.
 */
@NullMarked
package io.parley.channel.websocket;

import org.jspecify.annotations.NullMarked;
