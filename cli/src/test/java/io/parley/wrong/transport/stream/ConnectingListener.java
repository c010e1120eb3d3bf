package io.parley.wrong.transport.stream;

import io.netty.bootstrap.Bootstrap;

/** A listener waits to be called; one that calls out could be sent anywhere by a peer. */
record ConnectingListener(Bootstrap bootstrap) {}
