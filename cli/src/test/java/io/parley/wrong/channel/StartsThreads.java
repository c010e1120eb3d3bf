package io.parley.wrong.channel;

import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

/** Makes threads that inherit from whoever calls first. */
final class StartsThreads {
    final Executor pool = Executors.newCachedThreadPool();

    static Thread one(Runnable task) {
        return new Thread(task, "one");
    }
}
