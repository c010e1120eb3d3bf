package io.parley.bench.contest;

/** An ordinary proxy that all callers share. */
final class CxfContestant implements Contestant {
    private final CxfSettings settings;
    private final Match match;
    private final CxfClient<Port> client;

    CxfContestant(CxfSettings settings, Match match, String address) {
        this.settings = settings;
        this.match = match;
        this.client = CxfClient.open(Port.class, settings, address, settings.busProperties(match.workload()));
    }

    @Override
    public Caller caller() {
        Caller caller = new PortCaller(match, client.proxy());
        return settings.streams() ? new Streaming(caller) : caller;
    }

    @Override
    public void close() {
        client.close();
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
