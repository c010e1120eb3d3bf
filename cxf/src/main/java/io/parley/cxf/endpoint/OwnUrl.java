package io.parley.cxf.endpoint;

import io.parley.channel.http.HttpAcceptor;
import io.parley.runtime.ParleyRuntime;
import io.parley.runtime.SessionAcceptor;

/**
 * Acceptor at the URL of one endpoint: a session negotiated there can be opened there only.
 *
 * @param acceptor acceptor of posts
 */
record OwnUrl(SessionAcceptor sessionAcceptor, HttpAcceptor acceptor) {
    static OwnUrl of(ParleyRuntime runtime) {
        SessionAcceptor sessionAcceptor = runtime.newSessionAcceptor();
        return new OwnUrl(
                sessionAcceptor,
                new HttpAcceptor(
                        runtime.channelSettings(),
                        runtime.node(),
                        (connection, from) -> sessionAcceptor.accept(connection, from.principal())));
    }
}
