package io.parley.examples.campaign;

import io.parley.cxf.ParleyFeature;
import io.parley.cxf.jms.SoapQueue;
import io.parley.transport.jms.BrokerAccess;
import jakarta.xml.ws.WebServiceException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;

/** Load of a campaign: clients that call continuously, by plain SOAP, with Parley, and one-way. */
final class Callers implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    /**
     * Time without any answered call after which the campaign fails; on a busy machine calls are answered one by one.
     */
    private static final long SILENCE_NANOS = TimeUnit.MINUTES.toNanos(2);

    private final Bus bus = BusFactory.newInstance().createBus();
    private final String url;
    private final AtomicLong numbers = new AtomicLong();
    private final Set<Long> acknowledged = ConcurrentHashMap.newKeySet();
    private final AtomicLong failedBySoap = new AtomicLong();
    private final AtomicLong failedWithParley = new AtomicLong();
    private final AtomicLong longestPause = new AtomicLong();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean stopped;

    Callers(String url) {
        this.url = url;
    }

    void start() {
        run("soap", proxy(), false, failedBySoap);
        run("parley", proxy(new ParleyFeature()), false, failedWithParley);
        run("one way", proxy(), true, failedBySoap);
    }

    private Register proxy(ParleyFeature... features) {
        SoapQueue queue = SoapQueue.of(BrokerAccess.byUrl(url), Program.QUEUE).withReceiveTimeout(TIMEOUT);
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(bus);
        factory.setServiceClass(Register.class);
        factory.setAddress(queue.address());
        factory.getFeatures().add(queue);
        factory.getFeatures().addAll(List.of(features));
        return factory.create(Register.class);
    }

    private void run(String name, Register register, boolean oneWay, AtomicLong failed) {
        Thread thread = new Thread(() -> call(register, oneWay, failed), "campaign " + name);
        threads.add(thread);
        thread.start();
    }

    private void call(Register register, boolean oneWay, AtomicLong failed) {
        long last = System.nanoTime();
        while (!stopped) {
            long number = numbers.incrementAndGet();
            try {
                if (oneWay) {
                    register.drop(number);
                } else if (register.note(number) != number) {
                    throw new IllegalStateException("expected the answer of this call, found that of another");
                }
                acknowledged.add(number);
                long now = System.nanoTime();
                longestPause.accumulateAndGet(TimeUnit.NANOSECONDS.toMillis(now - last), Math::max);
                last = now;
            } catch (WebServiceException e) {
                failed.incrementAndGet();
            }
        }
    }

    /** Waits until that many further calls were answered, as long as calls are answered at all. */
    void awaitMore(int calls) throws InterruptedException {
        int answered = acknowledged.size();
        int enough = answered + calls;
        long until = System.nanoTime() + SILENCE_NANOS;
        while (acknowledged.size() < enough) {
            if (acknowledged.size() > answered) {
                answered = acknowledged.size();
                until = System.nanoTime() + SILENCE_NANOS;
            } else if (System.nanoTime() - until > 0) {
                throw new IllegalStateException(
                        "expected calls to be answered again, found none for two minutes after " + answered + "; "
                                + failedBySoap + " and " + failedWithParley + " failed by SOAP and with Parley");
            }
            TimeUnit.MILLISECONDS.sleep(10);
        }
    }

    /** Stops the load after the calls in progress. */
    void finish() throws InterruptedException {
        stopped = true;
        for (Thread thread : threads) {
            thread.join();
        }
    }

    Set<Long> acknowledged() {
        return acknowledged;
    }

    /** Returns the number of calls by SOAP that failed visibly. */
    long failedBySoap() {
        return failedBySoap.get();
    }

    /** Returns the number of calls with Parley that failed visibly. */
    long failedWithParley() {
        return failedWithParley.get();
    }

    long longestPauseMillis() {
        return longestPause.get();
    }

    @Override
    public void close() {
        stopped = true;
        bus.shutdown(true);
    }
}
