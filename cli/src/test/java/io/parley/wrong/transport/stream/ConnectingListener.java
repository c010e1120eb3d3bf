package io.parley.wrong.transport.stream;

import io.netty.bootstrap.Bootstrap;

/** A listener that opens connections, which a peer could direct to any address; listeners must only accept them. */
record ConnectingListener(Bootstrap bootstrap) {}
