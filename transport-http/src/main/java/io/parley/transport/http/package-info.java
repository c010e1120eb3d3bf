/**
 * HTTP/1.1 for endpoints without CXF: a Netty server that reads no more than its site allows, posts of the http channel
 * by the JDK's client, and both ends of the websocket channel's upgrade. Public: {@link
 * io.parley.transport.http.HttpServer} with its {@link io.parley.transport.http.Site}, {@link
 * io.parley.transport.http.WebSocketSite}, {@link io.parley.transport.http.ClientPosts} and {@link
 * io.parley.transport.http.WebSocketConnector}. Thread rule: a site is called on event loops and must not block; it
 * answers on any thread.
 */
@NullMarked
package io.parley.transport.http;

import org.jspecify.annotations.NullMarked;
