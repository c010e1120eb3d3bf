package io.parley.bench.contest;

import java.io.IOException;

/** The workloads as a web service, and an ordinary proxy that all callers share. */
final class CxfContestant implements Contestant {
    private final CxfSettings settings;
    private final Match match;
    private final CxfSite site;
    private final CxfClient<Port> client;

    private CxfContestant(CxfSettings settings, Match match, CxfSite site) {
        this.settings = settings;
        this.match = match;
        this.site = site;
        this.client = site.client(Port.class, settings, match.door(), settings.busProperties(match.workload()));
    }

    static Contestant start(CxfSettings settings, Match match) throws IOException {
        CxfSite site = CxfSite.publish(settings, match.door(), new PortService(match.workload()));
        return Contestant.behind(
                match.door(), site.ports(), site::close, () -> new CxfContestant(settings, match, site));
    }

    @Override
    public Caller caller() {
        Caller caller = new PortCaller(match, client.proxy());
        return settings.streams() ? new Streaming(caller) : caller;
    }

    @Override
    public void close() {
        client.close();
        site.close();
    }

    /** Makes sure that it is the stream, and typed parts, that are measured. */
    private final class Streaming implements Caller {
        private final Caller caller;

        Streaming(Caller caller) {
            this.caller = caller;
        }

        @Override
        public Object call() {
            return caller.call();
        }

        @Override
        public void check() {
            long before = client.status().streamedCalls();
            caller.check();
            client.expectStreamed(before);
        }
    }
}
