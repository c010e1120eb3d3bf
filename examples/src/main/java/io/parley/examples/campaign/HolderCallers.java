package io.parley.examples.campaign;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.cxf.ParleyFeature;
import io.parley.cxf.ParleyStatus;
import io.parley.cxf.jms.SoapQueue;
import io.parley.examples.hosting.Loopback;
import io.parley.negotiation.Mode;
import io.parley.testkit.campaign.CampaignResult;
import jakarta.activation.DataHandler;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.WebServiceException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.apache.cxf.Bus;
import org.apache.cxf.attachment.ByteDataSource;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.jspecify.annotations.Nullable;

/** Callers that send a {@link Holder} more than it can hold, and counters of the outcomes. Confined to one thread. */
final class HolderCallers implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofMinutes(4);
    private static final long SOON_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final Set<ErrorCode> REFUSALS = Set.of(ErrorCode.BUDGET, ErrorCode.NOT_DISPATCHED);
    private static final int HONEST = 7;

    private final String url;
    private final SoapQueue queue;
    private final CxfMemoryCampaign.Size size;
    private final Consumer<String> progress;
    private final ExecutorService threads;
    private final List<String> texts;
    private final byte[] bytes;
    private final AtomicLong answered = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private final AtomicLong tooLong = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private long longestNanos;

    HolderCallers(String url, SoapQueue queue, CxfMemoryCampaign.Size size, Consumer<String> progress) {
        this.url = url;
        this.queue = queue.withReceiveTimeout(TIMEOUT);
        this.size = size;
        this.progress = progress;
        this.threads = Executors.newFixedThreadPool(size.callers());
        this.texts = Collections.nCopies(size.texts(), "ab");
        this.bytes = new byte[size.bytes()];
    }

    void attack(CxfMemoryCampaign.Form form) throws InterruptedException {
        Bus bus = Loopback.bus();
        try {
            Holder holder = open(bus, form);
            serveHonestly(holder, form);
            many(form + " texts", () -> holder.count(texts) == texts.size());
            many(form + " binaries", () -> holder.weigh(binary()) == bytes.length);
            many(form + " answers", () -> holder.fill(size.texts()).size() == size.texts());
            serveHonestly(holder, form);
            if (ParleyStatus.of(ClientProxy.getClient(holder)).orElseThrow().streamedCalls() == 0) {
                fail(form + ": no call was streamed");
            }
        } catch (WebServiceException e) {
            fail(form + ": " + e);
        } finally {
            bus.shutdown(true);
        }
        progress.accept("memory-cxf: " + form + ": " + answered + " answered, " + refused + " refused, " + tooLong
                + " too long, " + failed + " failed so far");
    }

    private DataHandler binary() {
        return new DataHandler(new ByteDataSource(bytes, "application/octet-stream"));
    }

    private void many(String what, Callable<Boolean> call) throws InterruptedException {
        List<Future<Boolean>> calls = new ArrayList<>();
        for (int caller = 0; caller < size.callers(); caller++) {
            calls.add(threads.submit(call));
        }
        for (Future<Boolean> each : calls) {
            try {
                if (each.get()) {
                    answered.incrementAndGet();
                } else {
                    fail(what + ": another answer than the right one");
                }
            } catch (ExecutionException e) {
                ended(what, e);
            }
        }
    }

    private void ended(String what, Throwable failure) {
        ParleyException coded = coded(failure);
        if (isRefusal(coded)) {
            refused.incrementAndGet();
        } else if (coded != null && coded.code() == ErrorCode.LIMIT) {
            tooLong.incrementAndGet();
        } else {
            fail(what + ": " + failure);
        }
    }

    private static boolean isRefusal(@Nullable ParleyException coded) {
        return coded != null && REFUSALS.contains(coded.code()) && coded.retry() == ErrorCode.Retry.SAFE;
    }

    private static @Nullable ParleyException coded(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof ParleyException coded) {
                return coded;
            }
        }
        return null;
    }

    /** Checks that a caller with small messages is served, at the latest when the large ones are done. */
    private void serveHonestly(Holder holder, CxfMemoryCampaign.Form form) {
        long since = System.nanoTime();
        while (true) {
            try {
                if (holder.echo(HONEST) != HONEST) {
                    fail(form + ": the honest caller was answered otherwise");
                }
                break;
            } catch (WebServiceException e) {
                if (!isRefusal(coded(e)) || System.nanoTime() - since > SOON_NANOS) {
                    fail(form + ": the honest caller is not served: " + e);
                    break;
                }
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
        longestNanos = Math.max(longestNanos, System.nanoTime() - since);
    }

    private Holder open(Bus bus, CxfMemoryCampaign.Form form) {
        ParleyFeature feature = CxfMemoryCampaign.feature(form.representation(), form.compression())
                .mode(Mode.ALWAYS)
                .set("parley.channels", form.channel());
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(bus);
        factory.setServiceClass(Holder.class);
        factory.getFeatures().add(feature);
        if (form.channel().equals("jms")) {
            factory.setAddress(queue.address());
            factory.getFeatures().add(queue);
        } else {
            factory.setAddress(url);
        }
        Holder holder = factory.create(Holder.class);
        ((BindingProvider) holder)
                .getRequestContext()
                .put("jakarta.xml.ws.client.receiveTimeout", Long.toString(TIMEOUT.toMillis()));
        return holder;
    }

    void fail(String what) {
        failed.incrementAndGet();
        progress.accept("memory-cxf: " + what);
    }

    /** Returns the result of all calls; {@code lost} are calls that were neither answered nor refused. */
    CampaignResult result(String name, int forms, long seed) {
        return new CampaignResult(
                name,
                forms,
                seed,
                answered.get() + refused.get(),
                failed.get(),
                0,
                0,
                TimeUnit.NANOSECONDS.toMillis(longestNanos));
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
