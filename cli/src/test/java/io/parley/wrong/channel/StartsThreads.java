package io.parley.wrong.channel;

import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

/** A class that creates threads which inherit properties of the first caller. */
final class StartsThreads {
    final Executor pool = Executors.newCachedThreadPool();

    static Thread one(Runnable task) {
        return new Thread(task, "one");
    }
}
