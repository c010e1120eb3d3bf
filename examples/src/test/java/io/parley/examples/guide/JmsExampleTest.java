package io.parley.examples.guide;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.Limits;
import io.parley.channel.Address;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.HostPort;
import io.parley.runtime.Call;
import io.parley.runtime.Conversation;
import io.parley.runtime.IncomingMessage;
import io.parley.runtime.OutgoingMessage;
import io.parley.runtime.ParleyRuntime;
import io.parley.transport.jms.BrokerAccess;
import io.parley.transport.jms.EmbeddedBroker;
import io.parley.transport.jms.JmsChannelProvider;
import io.parley.transport.jms.JmsSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The guide's example of the jms channel. */
class JmsExampleTest {

    @TempDir
    Path folder;

    @Test
    void aCallGoesThroughABroker() throws Exception {
        String answer;
        try (EmbeddedBroker broker = EmbeddedBroker.builder().folder(folder).start();
                JmsChannelProvider jms =
                        JmsChannelProvider.create(BrokerAccess.byUrl(broker.localUrl()), JmsSettings.defaults());
                ParleyRuntime service =
                        ParleyRuntime.builder().channels(List.of(jms)).build();
                ParleyRuntime client =
                        ParleyRuntime.builder().channels(List.of(jms)).build()) {
            Address address =
                    service.listen("jms", new Address("orders", 0), null).address();
            List<HostPort> at = List.of(new HostPort(address.host(), address.port()));
            Agreement agreement = Agreement.byApi("xml", "jms", at, Limits.defaults(), "orders 1");
            byte[] token = service.issue(agreement, "till 7", null, JmsExampleTest::answer);

            Conversation conversation = client.open(agreement, token, new byte[0], IncomingMessage::close)
                    .toCompletableFuture()
                    .get();
            Call call = conversation.beginCall(Duration.ofSeconds(30));
            call.sink().writeString("two teapots");
            call.send();
            try (IncomingMessage response = call.response().get()) {
                answer = response.source().readString("answer");
            }
        }

        assertThat(answer).isEqualTo("ordered: two teapots");
    }

    private static void answer(IncomingMessage request) {
        try (request) {
            OutgoingMessage response = request.beginResponse(false);
            response.sink().writeString("ordered: " + request.source().readString("order"));
            response.send();
        }
    }
}
