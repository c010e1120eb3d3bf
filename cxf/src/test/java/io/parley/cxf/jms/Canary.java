package io.parley.cxf.jms;

import java.io.ObjectInputStream;
import java.io.Serializable;
import java.util.concurrent.atomic.AtomicInteger;

/** A class that records its deserialization. */
final class Canary implements Serializable {
    static final AtomicInteger READ = new AtomicInteger();

    private void readObject(ObjectInputStream in) {
        READ.incrementAndGet();
    }
}
