package io.parley.cxf.services;

import jakarta.annotation.Resource;
import jakarta.xml.ws.Holder;
import jakarta.xml.ws.WebServiceContext;
import java.security.Principal;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** The shared implementation for all styles. */
public abstract class StationsImpl {
    private final BlockingQueue<String> told = new LinkedBlockingQueue<>();

    @Resource
    protected WebServiceContext context;

    /** Returns the arguments of {@link #tell}, in order. */
    public BlockingQueue<String> told() {
        return told;
    }

    public String echo(String value) {
        if (value != null && value.startsWith("slow")) {
            waitFor(3000);
        }
        return value;
    }

    public double sum(Reading reading) {
        return reading.values.stream().mapToDouble(Double::doubleValue).sum();
    }

    public Reading swap(Holder<Reading> current, Holder<Integer> count) {
        Reading old = current.value;
        current.value = Reading.of(old.station + "'", 1, 2, 3);
        count.value = old.values.size();
        return old;
    }

    public String fail(String kind) throws StationException {
        if ("checked".equals(kind)) {
            StationFault detail = new StationFault();
            detail.station = "north";
            detail.code = 42;
            throw new StationException("station is down", detail);
        }
        throw new IllegalStateException("unchecked: " + kind);
    }

    public void tell(String what) {
        told.add(what);
    }

    public long waitFor(long millis) {
        try {
            var unused = new CountDownLatch(1).await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return millis;
    }

    public String whoAmI() {
        Principal principal = context.getUserPrincipal();
        return principal == null ? "nobody" : principal.getName();
    }
}
