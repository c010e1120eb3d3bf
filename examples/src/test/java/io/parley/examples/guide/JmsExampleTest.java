package io.parley.examples.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.parley.channel.Address;
import io.parley.context.ContextStore;
import io.parley.context.ContextStores;
import io.parley.context.StoreSettings;
import io.parley.endpoint.Contract;
import io.parley.endpoint.Operation;
import io.parley.negotiation.Mode;
import io.parley.runtime.ParleyRuntime;
import io.parley.transport.jms.BrokerAccess;
import io.parley.transport.jms.EmbeddedBroker;
import io.parley.transport.jms.JmsChannelProvider;
import io.parley.transport.jms.JmsSettings;
import io.parley.transport.jms.endpoint.JmsEndpoint;
import io.parley.transport.jms.endpoint.JmsEndpointClient;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the guide's examples of queues. */
class JmsExampleTest {

    /** An order. */
    @XmlRootElement
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Order {
        private String article = "";

        Order() {}

        Order(String article) {
            this.article = article;
        }
    }

    /** The receipt of an order. */
    @XmlRootElement
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Receipt {
        private String text = "";

        static Receipt of(Order order) {
            Receipt receipt = new Receipt();
            receipt.text = "ordered: " + order.article;
            return receipt;
        }
    }

    @TempDir
    Path folder;

    @Test
    void aServiceAndItsClientShareAQueue() throws Exception {
        List<String> cancelled = new CopyOnWriteArrayList<>();
        try (EmbeddedBroker broker =
                EmbeddedBroker.builder().folder(folder).queue("orders").start()) {
            BrokerAccess access = BrokerAccess.byUrl(broker.localUrl());
            Receipt receipt;

            Operation<Order, Receipt> place = Operation.of("place", Order.class, Receipt.class);
            Operation<Order, Void> cancel = Operation.oneWay("cancel", Order.class);
            Contract contract = Contract.of("urn:orders", place, cancel);

            JmsEndpoint endpoint = JmsEndpoint.serve(contract)
                    .on(place, order -> Receipt.of(order))
                    .onMessage(cancel, (order, session) -> cancelled.add(order.article))
                    .start(access, "orders");

            try (JmsEndpointClient client = JmsEndpointClient.of(contract).open(access, "orders")) {
                receipt = client.call(place, new Order("two teapots"));
                client.send(cancel, new Order("one kettle"));
            }

            assertThat(receipt.text).isEqualTo("ordered: two teapots");
            await().atMost(Duration.ofMinutes(1)).until(() -> cancelled.equals(List.of("one kettle")));
            endpoint.close();
        }
    }

    @Test
    void sessionsContinueAtTheNextServiceOnTheQueue() throws Exception {
        Operation<Order, Receipt> place = Operation.of("place", Order.class, Receipt.class);
        Contract contract = Contract.of("urn:orders", place);
        try (EmbeddedBroker broker =
                        EmbeddedBroker.builder().folder(folder).queue("kept").start();
                ContextStore store = ContextStores.open("memory:", StoreSettings.defaults())) {
            BrokerAccess access = BrokerAccess.byUrl(broker.localUrl());

            JmsEndpoint kept = JmsEndpoint.serve(contract)
                    .on(place, order -> Receipt.of(order))
                    .port(7001)
                    .durable(store)
                    .withStore(store)
                    .start(access, "kept");

            JmsEndpointClient.Builder clients = JmsEndpointClient.of(contract).durable();

            try (JmsEndpointClient client = clients.mode(Mode.ALWAYS).open(access, "kept")) {
                client.call(place, new Order("two teapots"));
                kept.close();
                CompletableFuture<Receipt> pending = client.callAsync(place, new Order("a kettle"));
                try (JmsEndpoint next = JmsEndpoint.serve(contract)
                        .on(place, order -> Receipt.of(order))
                        .port(7001)
                        .durable(store)
                        .start(access, "kept")) {
                    assertThat(pending.get(60, TimeUnit.SECONDS).text).isEqualTo("ordered: a kettle");
                    assertThat(next.counts().streamed()).isEqualTo(1);
                }
            }
        }
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
}
