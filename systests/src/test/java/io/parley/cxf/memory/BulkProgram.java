package io.parley.cxf.memory;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.cxf.ParleyFeature;
import io.parley.cxf.ParleyStatus;
import io.parley.cxf.Published;
import io.parley.cxf.jms.SoapQueue;
import io.parley.negotiation.Mode;
import io.parley.transport.jms.BrokerAccess;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlType;
import jakarta.xml.ws.WebServiceException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.apache.cxf.feature.Feature;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.transport.http.HTTPConduit;

/**
 * A process with little memory: {@code service ADDRESS} serves until it is killed; {@code echoes ADDRESS ITEMS CALLS
 * AT-ONCE} calls it with that many numbers, all of which are returned, and exits with 0; {@code sums} has only their
 * sum returned. A call refused with a code that guarantees that nothing ran is retried. An address that starts with tcp
 * is a broker's.
 */
public final class BulkProgram {
    static final String QUEUE = "bulk";
    static final String READY = "bulk: ready";
    /** Long timeout: a call that waits for room waits for all calls before it. */
    private static final Duration PATIENCE = Duration.ofMinutes(15);

    private BulkProgram() {}

    @XmlType(name = "numbers", namespace = "urn:parley:bulk")
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Numbers {
        double[] number = {};
    }

    /** A service that returns its argument, or the sum. */
    @WebService(targetNamespace = "urn:parley:bulk", name = "Bulk")
    @SOAPBinding(style = SOAPBinding.Style.DOCUMENT, parameterStyle = SOAPBinding.ParameterStyle.BARE)
    public interface Bulk {
        @WebMethod
        @WebResult(name = "answer", targetNamespace = "urn:parley:bulk")
        Numbers echo(@WebParam(name = "question", targetNamespace = "urn:parley:bulk") Numbers numbers);

        @WebMethod
        @WebResult(name = "sum", targetNamespace = "urn:parley:bulk")
        double sum(@WebParam(name = "numbers", targetNamespace = "urn:parley:bulk") Numbers numbers);
    }

    /** The service. */
    @WebService(
            targetNamespace = "urn:parley:bulk",
            serviceName = "BulkService",
            endpointInterface = "io.parley.cxf.memory.BulkProgram$Bulk")
    public static final class BulkImpl implements Bulk {
        @Override
        public Numbers echo(Numbers numbers) {
            return numbers;
        }

        @Override
        public double sum(Numbers numbers) {
            return Arrays.stream(numbers.number).sum();
        }
    }

    public static void main(String[] arguments) throws Exception {
        if (arguments[0].equals("service")) {
            serve(arguments[1]);
            System.out.println(READY);
            new CountDownLatch(1).await();
        }
        int items = Integer.parseInt(arguments[2]);
        call(
                arguments[1],
                items,
                Integer.parseInt(arguments[3]),
                Integer.parseInt(arguments[4]),
                arguments[0].equals("sums"));
        System.exit(0);
    }

    private static boolean isBroker(String address) {
        return address.startsWith("tcp:");
    }

    private static List<Feature> features(String address, ParleyFeature parley) {
        List<Feature> features = new ArrayList<>();
        if (isBroker(address)) {
            features.add(SoapQueue.of(BrokerAccess.byUrl(address), QUEUE).withReceiveTimeout(PATIENCE));
        } else {
            parley.set("parley.channels", "http");
        }
        features.add(parley);
        return features;
    }

    private static String place(String address) {
        return isBroker(address)
                ? SoapQueue.of(BrokerAccess.byUrl(address), QUEUE).address()
                : address;
    }

    private static void serve(String address) {
        JaxWsServerFactoryBean publisher = new JaxWsServerFactoryBean();
        publisher.setServiceClass(BulkImpl.class);
        publisher.setServiceBean(new BulkImpl());
        publisher.setAddress(place(address));
        publisher.getFeatures().addAll(features(address, Published.patient()));
        publisher.create();
    }

    private static void call(String address, int items, int calls, int atOnce, boolean sums) throws Exception {
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setServiceClass(Bulk.class);
        factory.setAddress(place(address));
        factory.getFeatures().addAll(features(address, Published.patient().mode(Mode.ALWAYS)));
        Bulk bulk = factory.create(Bulk.class);
        if (ClientProxy.getClient(bulk).getConduit() instanceof HTTPConduit conduit) {
            conduit.getClient().setReceiveTimeout(PATIENCE.toMillis());
        }
        Numbers question = new Numbers();
        question.number = new double[items];
        Arrays.setAll(question.number, i -> i / 7d);
        double expected = Arrays.stream(question.number).sum();
        AtomicInteger refused = new AtomicInteger();
        ExecutorService threads = Executors.newFixedThreadPool(atOnce);
        List<Future<Boolean>> answers = new ArrayList<>();
        for (int i = 0; i < calls; i++) {
            Callable<Boolean> call = sums
                    ? () -> bulk.sum(question) == expected
                    : () -> Arrays.equals(bulk.echo(question).number, question.number);
            answers.add(threads.submit(() -> untilTaken(call, refused)));
        }
        for (Future<Boolean> answer : answers) {
            if (!answer.get()) {
                throw new IllegalStateException("expected the numbers that were sent, found others");
            }
        }
        ParleyStatus status = ParleyStatus.of(ClientProxy.getClient(bulk)).orElseThrow();
        System.out.println(status.streamedCalls() + " calls by "
                + status.agreement().orElseThrow().channel());
        System.err.println("bulk: " + refused + " refusals");
    }

    /** Retries a call while it is refused before anything ran. */
    private static boolean untilTaken(Callable<Boolean> call, AtomicInteger refused) throws Exception {
        while (true) {
            try {
                return call.call();
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
                return coded.retry() == ErrorCode.Retry.SAFE;
            }
        }
        return false;
    }
}
