package io.parley.cxf.control;

import io.parley.channel.http.HttpAcceptor;
import io.parley.runtime.Door;
import io.parley.runtime.ParleyRuntime;

/**
 * The URL of one endpoint as a way into the runtime: a session that was negotiated there is not opened anywhere else.
 *
 * @param acceptor takes the posts
 */
record OwnUrl(Door door, HttpAcceptor acceptor) {
    static OwnUrl of(ParleyRuntime runtime) {
        Door door = runtime.door();
        return new OwnUrl(
                door,
                new HttpAcceptor(
                        runtime.channelSettings(),
                        runtime.node(),
                        (connection, from) -> door.accept(connection, from.principal())));
    }
}
