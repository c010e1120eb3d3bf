package io.parley.cxf.channel;

import io.parley.DaemonThreads;
import java.util.concurrent.ExecutorService;

/** Threads that block on HTTP: waiting for the reply to a post, or for a client to read one. */
final class PostThreads {
    private static final ExecutorService EXECUTOR = DaemonThreads.pool("parley-post-");

    private PostThreads() {}

    static ExecutorService executor() {
        return EXECUTOR;
    }
}
