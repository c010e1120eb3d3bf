package io.parley.cxf.memory;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.cxf.ParleyFeature;
import io.parley.cxf.ParleyStatus;
import io.parley.cxf.Published;
import io.parley.negotiation.Mode;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.xml.ws.WebServiceException;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;

/**
 * A process that holds lists of short texts for some time. Its arguments are its address, a representation and a
 * compression; it serves until it is killed. {@link #call} makes the calls.
 */
public final class TextsProgram {
    static final String READY = "texts: ready";
    private static final long HOLD_MILLIS = 300;
    private static final CountDownLatch NEVER = new CountDownLatch(1);

    private TextsProgram() {}

    /** A service that counts texts. */
    @WebService(targetNamespace = "urn:parley:texts", name = "Texts")
    public interface Texts {
        @WebMethod
        @WebResult(name = "count")
        int count(@WebParam(name = "text") List<String> texts);
    }

    /** Answers slowly. */
    @WebService(
            targetNamespace = "urn:parley:texts",
            serviceName = "TextsService",
            endpointInterface = "io.parley.cxf.memory.TextsProgram$Texts")
    public static final class TextsImpl implements Texts {
        @Override
        public int count(List<String> texts) {
            try {
                boolean unused = NEVER.await(HOLD_MILLIS, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                Reference.reachabilityFence(texts);
            }
            return texts.size();
        }
    }

    /**
     * The outcome of several calls: how many were streamed, and how often one was refused with a code that permits a
     * retry.
     */
    record Calls(long streamed, int refused) {}

    public static void main(String[] arguments) throws Exception {
        JaxWsServerFactoryBean publisher = new JaxWsServerFactoryBean();
        publisher.setServiceClass(TextsImpl.class);
        publisher.setServiceBean(new TextsImpl());
        publisher.setAddress(arguments[0]);
        publisher.getFeatures().add(feature(arguments[1], arguments[2]));
        publisher.create();
        System.out.println(READY);
        new CountDownLatch(1).await();
    }

    private static ParleyFeature feature(String representation, String compression) {
        return Published.patient().set("parley.representations", representation).set("parley.compression", compression);
    }

    /** Makes concurrent calls with a number of texts each; retries a call while the refusal permits it. */
    static Calls call(String address, String representation, String compression, int texts, int calls)
            throws Exception {
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setServiceClass(Texts.class);
        factory.setAddress(address);
        factory.getFeatures().add(feature(representation, compression).mode(Mode.ALWAYS));
        Texts service = factory.create(Texts.class);
        List<String> many = Collections.nCopies(texts, "ab");
        AtomicInteger refused = new AtomicInteger();
        ExecutorService callers = Executors.newFixedThreadPool(calls);
        try {
            List<Future<Integer>> answers = new ArrayList<>();
            for (int i = 0; i < calls; i++) {
                answers.add(callers.submit(() -> untilTaken(service, many, refused)));
            }
            for (Future<Integer> answer : answers) {
                if (answer.get() != texts) {
                    throw new IllegalStateException("expected all texts to come, found " + answer.get());
                }
            }
            Client client = ClientProxy.getClient(service);
            return new Calls(ParleyStatus.of(client).orElseThrow().streamedCalls(), refused.get());
        } finally {
            callers.shutdownNow();
            ClientProxy.getClient(service).destroy();
        }
    }

    private static int untilTaken(Texts service, List<String> texts, AtomicInteger refused) {
        while (true) {
            try {
                return service.count(texts);
            } catch (WebServiceException e) {
                if (!isRefusal(e)) {
                    throw e;
                }
                refused.incrementAndGet();
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
            }
        }
    }

    private static boolean isRefusal(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof ParleyException coded) {
                return coded.code() == ErrorCode.BUDGET && coded.retry() == ErrorCode.Retry.SAFE;
            }
        }
        return false;
    }
}
