package io.parley.examples.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the guide's example of the jms channel. */
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

    @Test
    void aBrokerLetsInWhomItWasToldOf() throws Exception {
        String secret = "s3cret";
        EmbeddedBroker.Builder guarded = EmbeddedBroker.builder()
                .user("shop", secret, "services")
                .permit("parley.orders.*", "services", false, true)
                .permit(EmbeddedBroker.TEMPORARY, "services", true, true);
        try (EmbeddedBroker broker = guarded.start();
                JmsChannelProvider shop = JmsChannelProvider.create(
                        BrokerAccess.byUrl(broker.localUrl()).as("shop", secret), JmsSettings.defaults());
                JmsChannelProvider stranger =
                        JmsChannelProvider.create(BrokerAccess.byUrl(broker.localUrl()), JmsSettings.defaults());
                ParleyRuntime service =
                        ParleyRuntime.builder().channels(List.of(shop)).build();
                ParleyRuntime other =
                        ParleyRuntime.builder().channels(List.of(stranger)).build()) {
            assertThat(service.listen("jms", new Address("orders", 0), null).channel())
                    .isEqualTo("jms");
            assertThatThrownBy(() -> other.listen("jms", new Address("orders", 0), null))
                    .isInstanceOf(IOException.class);
        }
    }

    private static void answer(IncomingMessage request) {
        try (request) {
            OutgoingMessage response = request.beginResponse(false);
            response.sink().writeString("ordered: " + request.source().readString("order"));
            response.send();
        }
    }
}
