package io.parley.cxf;

import com.sun.management.OperatingSystemMXBean;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import jakarta.xml.ws.soap.SOAPBinding;
import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** A program that makes the first two calls of a fresh JVM while its processors are busy, and prints their outcome. */
final class ColdStart {
    private ColdStart() {}

    public static void main(String[] arguments) throws Exception {
        long begun = System.nanoTime()
                - TimeUnit.MILLISECONDS.toNanos(
                        ManagementFactory.getRuntimeMXBean().getUptime());
        for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
            Thread busy = new Thread(ColdStart::burn);
            busy.setDaemon(true);
            busy.start();
        }
        try (Published published = new Published()) {
            long start = System.nanoTime();
            published.publish(new WrappedStationsImpl(), SOAPBinding.SOAP11HTTP_BINDING, new ParleyFeature());
            WrappedStations stations =
                    published.proxy(WrappedStations.class, SOAPBinding.SOAP11HTTP_BINDING, new ParleyFeature());
            stations.echo("first");
            long first = System.nanoTime();
            ParleyStatus.settled(Published.client(stations))
                    .toCompletableFuture()
                    .get(60, TimeUnit.SECONDS);
            double share = share(System.nanoTime() - begun);
            stations.echo("second");
            ParleyStatus status = Published.status(stations);
            System.out.printf(Locale.ROOT, "share %.2f%n", share);
            System.out.println("kind " + status.negotiation().orElseThrow().kind());
            System.out.println("streamed " + status.streamedCalls() + " fallbacks " + status.fallbacks());
            System.out.println(
                    "first call after " + TimeUnit.NANOSECONDS.toMillis(first - start) + " ms, negotiated in "
                            + status.negotiation().orElseThrow().time().toMillis() + " ms");
        }
    }

    /**
     * Returns the share of the processors that this program got since it began: 1 if it had them alone, since its
     * threads never rest.
     */
    private static double share(long nanos) {
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return system.getProcessCpuTime() / ((double) nanos * system.getAvailableProcessors());
    }

    private static void burn() {
        long sum = 0;
        while (!Thread.currentThread().isInterrupted()) {
            sum = sum * 31 + System.nanoTime();
        }
        System.out.println(sum);
    }
}
