package io.parley.cxf.channel;

import io.parley.DaemonThreads;
import java.util.concurrent.ExecutorService;

/** Threads that wait for HTTP: for the answer to a post, or until a client has taken one. */
final class PostThreads {
    private static final ExecutorService EXECUTOR = DaemonThreads.pool("parley-post-");

    private PostThreads() {}

    static ExecutorService executor() {
        return EXECUTOR;
    }
}
