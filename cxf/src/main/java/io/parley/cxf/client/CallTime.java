package io.parley.cxf.client;

import io.parley.cxf.endpoint.CallWatch;
import io.parley.peer.KnownPeers;
import io.parley.peer.SessionKey;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;

/**
 * Time of a call from the decision how to send it until its response has been read, by SOAP and streamed alike.
 * Measured only if a policy weighs costs or a channel is compared with SOAP.
 */
public final class CallTime {
    private final KnownPeers peers;
    private final SessionKey key;
    private final String operation;
    private final long since;

    private CallTime(KnownPeers peers, SessionKey key, String operation) {
        this.peers = peers;
        this.key = key;
        this.operation = operation;
        this.since = peers.now();
    }

    static void start(Exchange exchange, KnownPeers peers, SessionKey key) {
        exchange.put(CallTime.class, new CallTime(peers, key, CallWatch.operation(exchange)));
    }

    /** Interceptor that records the time of an answered call. */
    public static final class Stopped extends AbstractPhaseInterceptor<Message> {
        public Stopped() {
            super(Phase.POST_INVOKE);
        }

        @Override
        public void handleMessage(Message message) {
            Exchange exchange = message.getExchange();
            CallTime time = exchange.get(CallTime.class);
            if (time != null && !exchange.isOneWay() && exchange.get(CallStatus.KEY) instanceof CallStatus status) {
                time.peers.answered(time.key, time.operation, status.streamed(), time.since);
            }
        }
    }
}
