package io.parley.examples.demo;

import io.parley.binding.Part;
import io.parley.cxf.ParleyFeature;
import io.parley.cxf.ParleyStatus;
import io.parley.examples.hosting.Clients;
import io.parley.examples.hosting.HttpBytes;
import io.parley.examples.hosting.ServiceHost;
import java.util.List;
import java.util.Objects;

/** Comparison of one application, called by SOAP and over a channel in turns. Used once, by one thread. */
final class Comparison<P, Q> {
    private static final int BLOCKS = 20;

    private final Application<P, Q> application;
    private final ServiceHost parley;
    private final ServiceHost plain;
    private final DemoSettings settings;
    private final DemoListener listener;
    private final ParleyFeature feature;
    private boolean equal = true;

    Comparison(
            Application<P, Q> application,
            ServiceHost parley,
            ServiceHost plain,
            DemoSettings settings,
            DemoListener listener,
            ParleyFeature feature) {
        this.application = application;
        this.parley = parley;
        this.plain = plain;
        this.settings = settings;
        this.listener = listener;
        this.feature = feature;
    }

    DemoReport.Result run() throws DemoException {
        if (settings.warmUp() > 0) {
            // Unmeasured warm-up conversation, so that classes are loaded and compiled.
            converse("warming up: ", settings.warmUp());
        }
        Conversed measured = converse("", settings.n());
        measured.show(application.name(), listener);
        return measured.result(application.name(), settings.n(), equal);
    }

    private Conversed converse(String stage, int calls) throws DemoException {
        try (Clients soapClients = new Clients();
                Clients streamClients = new Clients()) {
            P soap =
                    soapClients.create(application.port(), application.address().apply(plain), List.of());
            P stream = streamClients.create(
                    application.port(), application.address().apply(parley), List.of(feature));
            compare(soap, stream, 0);
            ParleyView view = ParleyView.of(stream);
            view.awaitDecision();
            Conversed conversed = new Conversed(calls, view, HttpBytes.of(soap));
            listener.begin(stage + application.name(), calls);
            int size = Math.max(1, calls / BLOCKS);
            for (int from = 1; from <= calls; from += size) {
                block(conversed, soap, stream, from, Math.min(from + size, calls + 1));
            }
            listener.end();
            conversed.end();
            return conversed;
        }
    }

    /** Makes the same calls by each transport; the order alternates from block to block. */
    private void block(Conversed conversed, P soap, P stream, int from, int to) {
        boolean soapFirst = from / Math.max(1, to - from) % 2 == 0;
        Object[] first = soapFirst ? calls(soap, from, to, conversed.soap) : calls(stream, from, to, conversed.stream);
        Object[] second = soapFirst ? calls(stream, from, to, conversed.stream) : calls(soap, from, to, conversed.soap);
        for (int i = 0; i < first.length; i++) {
            equal &= Objects.equals(first[i], second[i]);
            listener.step();
        }
    }

    private Object[] calls(P proxy, int from, int to, Times times) {
        Object[] results = new Object[to - from];
        for (int number = from; number < to; number++) {
            Q request = application.request().apply(number);
            long start = System.nanoTime();
            results[number - from] = application.call().apply(proxy, request);
            times.add(System.nanoTime() - start);
        }
        return results;
    }

    private void compare(P soap, P stream, int number) {
        Q request = application.request().apply(number);
        equal &= Objects.equals(
                application.call().apply(soap, request), application.call().apply(stream, request));
    }

    /** Measurements of one conversation. */
    private static final class Conversed {
        private final Times soap;
        private final Times stream;
        private final int calls;
        private final ParleyView view;
        private final HttpBytes http;
        private final ParleyStatus before;
        private ParleyStatus after;
        private long soapBytes;

        Conversed(int calls, ParleyView view, HttpBytes http) {
            this.calls = calls;
            this.soap = new Times(calls);
            this.stream = new Times(calls);
            this.view = view;
            this.http = http;
            this.before = view.status();
            this.after = before;
        }

        /** Ends the measurement; must be called while the clients are open. */
        void end() throws DemoException {
            after = view.status();
            soapBytes = http.count();
            long streamed = after.streamedCalls() - before.streamedCalls();
            if (streamed != calls) {
                throw new DemoException(streamed + " of " + calls + " calls went over the stream; the others used "
                        + "SOAP: " + view.reasons());
            }
        }

        void show(String application, DemoListener listener) {
            view.negotiation()
                    .ifPresent(negotiation -> listener.negotiated(
                            application, negotiation.offer(), negotiation.reply(), view.terms(), negotiation.time()));
            for (Part part : after.parts()) {
                if (!part.isTyped()) {
                    listener.untyped(application, part.key().toString(), part.reason());
                }
            }
        }

        DemoReport.Result result(String name, int n, boolean equal) {
            double t1 = stream.medianMillis();
            double t2 = soap.medianMillis();
            double oa =
                    after.storeTime().map(time -> Times.millis(time.toNanos())).orElse(0.0);
            double ob = view.negotiation()
                    .map(negotiation -> Times.millis(negotiation.time().toNanos()))
                    .orElse(0.0);
            double oc = Times.millis(after.modelTime().toNanos());
            return new DemoReport.Result(
                    name,
                    n,
                    soap.totalMillis(),
                    stream.totalMillis(),
                    soapBytes,
                    bytes(after) - bytes(before),
                    t1,
                    t2,
                    oa,
                    ob,
                    oc,
                    BreakEven.messages(t1, t2, oa + ob + oc),
                    equal);
        }

        private static long bytes(ParleyStatus status) {
            return status.traffic().bytesOut() + status.traffic().bytesIn();
        }
    }
}
