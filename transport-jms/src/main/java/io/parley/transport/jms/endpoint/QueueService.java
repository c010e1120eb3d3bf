package io.parley.transport.jms.endpoint;

import io.parley.endpoint.Handlers;
import io.parley.endpoint.negotiated.NegotiatedService;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.Answer;
import io.parley.negotiation.ChannelSecurity;
import io.parley.negotiation.DataDescription;
import io.parley.negotiation.Offer;
import io.parley.negotiation.PartNumbering;
import io.parley.negotiation.ServiceAddress;
import io.parley.runtime.Conversation;
import io.parley.runtime.ParleyRuntime;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/**
 * A service on a queue, as a client negotiates with it.
 *
 * @param address whose host is that of the queue's listeners
 * @param data description of the client's own data
 * @param handlers of messages from the service
 */
record QueueService(
        ParleyRuntime runtime, QueueSoap soap, ServiceAddress address, DataDescription data, Handlers handlers)
        implements NegotiatedService {
    @Override
    public String name() {
        return soap.queue().address();
    }

    /** {@inheritDoc} None: each side protects its own connection to the broker. */
    @Override
    public ChannelSecurity security(String channel) {
        return ChannelSecurity.NONE;
    }

    @Override
    public Attempt begin() {
        return new Attempt() {
            @Override
            public Replied offer(Offer offer, Duration within) {
                return soap.offer(offer, within);
            }

            @Override
            public CompletionStage<Conversation> open(Agreement agreement, Answer answer) {
                return runtime.open(
                        agreement,
                        answer.token().bytes(),
                        PartNumbering.opening(agreement.data(), data).terms(),
                        handlers.negotiated(agreement.data(), soap.version()));
            }
        };
    }
}
