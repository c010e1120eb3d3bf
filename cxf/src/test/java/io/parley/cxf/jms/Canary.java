package io.parley.cxf.jms;

import java.io.ObjectInputStream;
import java.io.Serializable;
import java.util.concurrent.atomic.AtomicInteger;

/** A class that notes when it is read from a message. */
final class Canary implements Serializable {
    static final AtomicInteger READ = new AtomicInteger();

    private void readObject(ObjectInputStream in) {
        READ.incrementAndGet();
    }
}
