package io.parley.cxf.control;

import io.parley.channel.http.HttpAcceptor;
import io.parley.runtime.Door;
import io.parley.runtime.ParleyRuntime;

/**
 * Acceptor at the URL of one endpoint: a session negotiated there can be opened there only.
 *
 * @param acceptor acceptor of posts
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
