/**
 * The http channel: frames in numbered HTTP requests and their responses, independent of the HTTP implementation
 * (docs/protocol/channels.md, "The http channel"). Public: {@link io.parley.channel.http.HttpOpeningConnection} for the
 * opening side, which uses a {@link io.parley.channel.http.Poster}; {@link io.parley.channel.http.HttpAcceptor} for the
 * accepting side; and the types they share. Thread rule: that of {@code io.parley.channel}; handlers are called by the
 * threads that bring bodies and by a few of this package.
 */
@NullMarked
package io.parley.channel.http;

import org.jspecify.annotations.NullMarked;
