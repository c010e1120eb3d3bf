package io.parley.transport.jms;

import java.io.ObjectInputStream;
import java.io.Serializable;
import java.util.concurrent.atomic.AtomicInteger;

/** A class that counts how often it is deserialized from a message. */
final class Canary implements Serializable {
    static final AtomicInteger READ = new AtomicInteger();

    private void readObject(ObjectInputStream in) {
        READ.incrementAndGet();
    }
}
