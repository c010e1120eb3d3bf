package io.parley.bench.contest;

import io.parley.cxf.ParleyStatus;
import io.parley.cxf.jms.SoapQueue;
import org.apache.cxf.Bus;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;

/** An ordinary proxy of a web service on a queue, which all callers share. */
final class QueueContestant implements Contestant {
    private final Match match;
    private final Bus bus = CxfBuses.create();
    private final boolean streams;
    private final Port port;

    /** A client of the queue at a broker; requests by SOAP are persistent or not. */
    QueueContestant(CxfSettings settings, Match match, String brokerUrl, boolean persistent) {
        this.match = match;
        this.streams = settings.streams();
        SoapQueue queue = QueueSite.queue(brokerUrl, persistent);
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(bus);
        factory.setServiceClass(Port.class);
        factory.setAddress(queue.address());
        factory.setProperties(settings.properties());
        factory.getFeatures().addAll(settings.features("", 0));
        factory.getFeatures().add(queue);
        this.port = factory.create(Port.class);
    }

    @Override
    public Caller caller() {
        return new Checked(new PortCaller(match, port));
    }

    @Override
    public void close() {
        bus.shutdown(true);
    }

    /** Makes sure that it is the channel, and typed parts, that are measured. */
    private final class Checked implements Caller {
        private final Caller caller;

        Checked(Caller caller) {
            this.caller = caller;
        }

        @Override
        public Object call() {
            return caller.call();
        }

        @Override
        public void check() {
            long before = streamedCalls();
            caller.check();
            if (streams && streamedCalls() == before) {
                throw new IllegalStateException("expected calls over the jms channel, found " + status());
            }
        }

        private long streamedCalls() {
            return streams ? status().streamedCalls() : 0;
        }

        private ParleyStatus status() {
            return ParleyStatus.of(ClientProxy.getClient(port)).orElseThrow();
        }
    }
}
