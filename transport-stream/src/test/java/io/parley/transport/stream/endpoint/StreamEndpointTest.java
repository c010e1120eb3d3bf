package io.parley.transport.stream.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.binding.Record;
import io.parley.endpoint.Contract;
import io.parley.endpoint.EndpointSession;
import io.parley.transport.stream.endpoint.Samples.Numbers;
import io.parley.transport.stream.endpoint.Samples.Pictured;
import io.parley.transport.stream.endpoint.Samples.Tick;
import io.parley.transport.stream.endpoint.Samples.Told;
import io.parley.transport.stream.endpoint.Samples.Total;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;

/** Tests a service and its client on the stream alone, over real sockets. */
class StreamEndpointTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @Test
    void everythingInTheContractIsTyped() {
        assertThat(Samples.CONTRACT.untyped()).isEmpty();
        assertThat(Samples.CONTRACT.operations()).containsExactly("length", "subscribe", "sum", "tick");
    }

    @Test
    void aCallIsAnswered() throws Exception {
        try (StreamEndpoint endpoint = summing();
                StreamClient client = StreamClient.of(Samples.CONTRACT).open(endpoint.invite("test"))) {
            Total total = client.call("sum", Numbers.of(1, 2, 3.5), Total.class);

            assertThat(total.value).isEqualTo(6.5);
            assertThat(total.count).isEqualTo(3);
            assertThat(client.call("length", "größer", Integer.class)).isEqualTo(6);
            assertThat(endpoint.sessions()).isEqualTo(1);
        }
    }

    @Test
    void whoIsInterruptedGivesUpTheCall() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        CompletableFuture<Total> answer = new CompletableFuture<>();
        try (StreamEndpoint endpoint = StreamEndpoint.serve(Samples.CONTRACT)
                        .on("sum", Numbers.class, numbers -> {
                            inside.countDown();
                            return answer.join();
                        })
                        .start(0);
                StreamClient client = StreamClient.of(Samples.CONTRACT).open(endpoint.invite("test"))) {
            CompletableFuture<Throwable> ended = new CompletableFuture<>();
            Thread caller = new Thread(
                    () -> ended.complete(catchThrowable(() -> client.call("sum", Numbers.of(1), Total.class))));
            caller.start();
            assertThat(inside.await(60, TimeUnit.SECONDS)).isTrue();

            caller.interrupt();

            assertThat(ended.get(60, TimeUnit.SECONDS))
                    .isInstanceOfSatisfying(
                            ParleyException.class, why -> assertThat(why.code()).isEqualTo(ErrorCode.CANCELLED));
            answer.complete(new Total());
        }
    }

    @Test
    void manyCallsTravelSideBySide() throws Exception {
        try (StreamEndpoint endpoint = summing();
                StreamClient client = StreamClient.of(Samples.CONTRACT).open(endpoint.invite("test"))) {
            List<CompletableFuture<Total>> calls = new ArrayList<>();
            for (int i = 0; i < 500; i++) {
                calls.add(client.callAsync("sum", Numbers.of(i, 1), Total.class));
            }
            for (int i = 0; i < calls.size(); i++) {
                assertThat(calls.get(i).get(60, TimeUnit.SECONDS).value).isEqualTo(i + 1);
            }
        }
    }

    @Test
    void aMessageOf22MegabytesDoesNotBlockSmallOnes() throws Exception {
        // One long text: with leak detection, each write of a number to a buffer would be recorded.
        String text = "a piece of 22 megabyte".repeat(1 << 20);
        try (StreamEndpoint endpoint = summing();
                StreamClient client = StreamClient.of(Samples.CONTRACT).open(endpoint.invite("test"))) {
            CompletableFuture<Integer> large =
                    CompletableFuture.supplyAsync(() -> client.call("length", text, Integer.class));
            int meanwhile = 0;
            while (!large.isDone()) {
                assertThat(client.call("sum", Numbers.of(meanwhile), Total.class).value)
                        .isEqualTo(meanwhile);
                meanwhile++;
            }

            assertThat(large.get(60, TimeUnit.SECONDS)).isEqualTo(text.length());
            assertThat(meanwhile).isPositive();
        }
    }

    @Test
    void theServerSendsMessagesByItself() throws Exception {
        List<Integer> ticks = new CopyOnWriteArrayList<>();
        AtomicReference<EndpointSession> subscriber = new AtomicReference<>();
        try (StreamEndpoint endpoint = StreamEndpoint.serve(Samples.CONTRACT)
                        .onMessage("subscribe", Tick.class, (tick, session) -> subscriber.set(session))
                        .start(0);
                StreamClient client = StreamClient.of(Samples.CONTRACT)
                        .onMessage("tick", Tick.class, tick -> ticks.add(tick.number))
                        .open(endpoint.invite("test"))) {
            client.send("subscribe", Tick.of(0));
            await().atMost(PATIENCE).until(() -> subscriber.get() != null);
            for (int i = 1; i <= 20; i++) {
                subscriber.get().send("tick", Tick.of(i));
            }

            await().atMost(PATIENCE).until(() -> ticks.size() == 20);
            assertThat(ticks).contains(1, 20).doesNotHaveDuplicates();
            assertThat(client.isOpen()).isTrue();
        }
    }

    @Test
    void recordsNeedNoClasses() throws Exception {
        Contract contract = Contract.builder("urn:orders")
                .schema("""
                        <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:orders"
                                   elementFormDefault="qualified">
                          <xs:element name="order">
                            <xs:complexType><xs:sequence>
                              <xs:element name="item" type="xs:string" maxOccurs="unbounded"/>
                              <xs:element name="price" type="xs:decimal"/>
                            </xs:sequence></xs:complexType>
                          </xs:element>
                          <xs:element name="receipt" type="xs:string"/>
                        </xs:schema>
                        """)
                .operation("place", new QName("urn:orders", "order"), new QName("urn:orders", "receipt"))
                .build();
        try (StreamEndpoint endpoint = StreamEndpoint.serve(contract)
                        .on("place", Record.class, order -> order.list("item") + " " + order.get("price"))
                        .start(0);
                StreamClient client = StreamClient.of(contract).open(endpoint.invite("test"))) {
            Object order = contract.request("place")
                    .add("item", "apple")
                    .add("item", "pear")
                    .add("price", new BigDecimal("3.50"))
                    .build();

            assertThat(client.call("place", order, String.class)).isEqualTo("[apple, pear] 3.50");
        }
    }

    @Test
    void aClassWithoutALayoutTravelsAsInfoset() throws Exception {
        Contract contract = Contract.builder("urn:samples")
                .operation("show", Pictured.class, Pictured.class)
                .build();
        assertThat(contract.untyped()).containsOnlyKeys("{urn:samples}show/in/0", "{urn:samples}show/out/0");
        try (StreamEndpoint endpoint = StreamEndpoint.serve(contract)
                        .on("show", Pictured.class, shown -> Pictured.of(shown.text + " " + shown.picture))
                        .start(0);
                StreamClient client = StreamClient.of(contract).open(endpoint.invite("test"))) {
            assertThat(client.call("show", Pictured.of("yes"), Pictured.class).text)
                    .isEqualTo("yes null");
        }
    }

    @Test
    void aClassWithCallbacksTravelsTypedAndIsTold() throws Exception {
        Contract contract = Contract.builder("urn:samples")
                .operation("tell", Told.class, Told.class)
                .build();
        assertThat(contract.untyped()).isEmpty();
        try (StreamEndpoint endpoint = StreamEndpoint.serve(contract)
                        .on("tell", Told.class, told -> Told.of(told.text + " " + told.told))
                        .start(0);
                StreamClient client = StreamClient.of(contract).open(endpoint.invite("test"))) {
            assertThat(client.call("tell", Told.of("yes"), Told.class).text).isEqualTo("yes true");
        }
    }

    @Test
    void aHandlerThatFailsIsReportedWithoutItsText() throws Exception {
        try (StreamEndpoint endpoint = StreamEndpoint.serve(Samples.CONTRACT)
                        .on("sum", Numbers.class, numbers -> {
                            throw new IllegalStateException("the password is 1234");
                        })
                        .start(0);
                StreamClient client = StreamClient.of(Samples.CONTRACT).open(endpoint.invite("test"))) {
            assertThatThrownBy(() -> client.call("sum", Numbers.of(1), Total.class))
                    .isInstanceOfSatisfying(ParleyException.class, e -> {
                        assertThat(e.code()).isEqualTo(ErrorCode.INTERNAL);
                        assertThat(e).hasMessageNotContaining("1234");
                    });
            assertThatThrownBy(() -> client.call("length", "x", Integer.class))
                    .isInstanceOfSatisfying(
                            ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNKNOWN_OPERATION));
            assertThat(client.isOpen()).isTrue();
        }
    }

    @Test
    void aValueOfAnotherClassIsNotSent() throws Exception {
        try (StreamEndpoint endpoint = summing();
                StreamClient client = StreamClient.of(Samples.CONTRACT).open(endpoint.invite("test"))) {
            assertThatThrownBy(() -> client.call("sum", "1 + 2", Total.class))
                    .isInstanceOfSatisfying(ParleyException.class, e -> {
                        assertThat(e.code()).isEqualTo(ErrorCode.ENCODING);
                        assertThat(e.code().retry()).isEqualTo(ErrorCode.Retry.SAFE);
                    });
            assertThat(client.call("sum", Numbers.of(4), Total.class).value).isEqualTo(4);
        }
    }

    @Test
    void aNonBlockingHandlerRunsOnTheEventLoopForSmallMessagesOnly() throws Exception {
        List<String> threads = new CopyOnWriteArrayList<>();
        try (StreamEndpoint endpoint = StreamEndpoint.serve(Samples.CONTRACT)
                        .on("sum", Numbers.class, numbers -> {
                            threads.add(Thread.currentThread().getName());
                            return Samples.sum(numbers);
                        })
                        .nonBlocking("sum")
                        .on("length", String.class, text -> {
                            threads.add(Thread.currentThread().getName());
                            return text.length();
                        })
                        .start(0);
                StreamClient client = StreamClient.of(Samples.CONTRACT).open(endpoint.invite("test"))) {
            assertThat(client.call("sum", Numbers.of(1, 2), Total.class).value).isEqualTo(3);
            assertThat(client.call("sum", Numbers.of(new double[100_000]), Total.class).count)
                    .isEqualTo(100_000);
            assertThat(client.call("length", "abc", Integer.class)).isEqualTo(3);
            assertThat(threads.get(0)).startsWith("parley-stream");
            assertThat(threads.subList(1, 3)).allMatch(name -> name.startsWith("parley-worker"));
        }
    }

    @Test
    void aDrainLetsACallUnderWayFinish() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch leave = new CountDownLatch(1);
        AtomicReference<EndpointSession> served = new AtomicReference<>();
        try (StreamEndpoint endpoint = StreamEndpoint.serve(Samples.CONTRACT)
                        .on("sum", Numbers.class, (numbers, session) -> {
                            served.set(session);
                            entered.countDown();
                            awaitQuietly(leave);
                            return Samples.sum(numbers);
                        })
                        .start(0);
                StreamClient client = StreamClient.of(Samples.CONTRACT).open(endpoint.invite("test"))) {
            CompletableFuture<Total> underWay = client.callAsync("sum", Numbers.of(8), Total.class);
            assertThat(entered.await(60, TimeUnit.SECONDS)).isTrue();
            served.get().drain();
            await().atMost(PATIENCE).until(() -> !client.isOpen());
            assertThatThrownBy(() -> client.call("sum", Numbers.of(1), Total.class))
                    .isInstanceOfSatisfying(
                            ParleyException.class,
                            e -> assertThat(e.code().retry()).isEqualTo(ErrorCode.Retry.SAFE));
            leave.countDown();

            assertThat(underWay.get(60, TimeUnit.SECONDS).value).isEqualTo(8);
            assertThat(client.closed().toCompletableFuture()).succeedsWithin(PATIENCE);
        }
    }

    @Test
    void anInvitationWorksOnce() throws Exception {
        try (StreamEndpoint endpoint = summing()) {
            Invitation invitation = endpoint.invite("test");
            try (StreamClient first = StreamClient.of(Samples.CONTRACT).open(invitation)) {
                assertThat(first.isOpen()).isTrue();
                assertThatThrownBy(() -> StreamClient.of(Samples.CONTRACT).open(invitation))
                        .isInstanceOfSatisfying(
                                ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TOKEN_REFUSED));
            }
            assertThat(invitation.toString()).contains("127.0.0.1").doesNotContain("token");
        }
    }

    @Test
    void anotherContractIsNotOpened() throws Exception {
        Contract other = Contract.builder("urn:samples")
                .operation("sum", Numbers.class, Tick.class)
                .build();
        try (StreamEndpoint endpoint = summing()) {
            Invitation invitation = endpoint.invite("test");
            assertThatThrownBy(() -> StreamClient.of(other).open(invitation))
                    .isInstanceOfSatisfying(
                            ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NEGOTIATION));
        }
    }

    @Test
    void handlersThatDoNotFitTheContractAreRefusedAtOnce() {
        StreamEndpoint.Builder builder = StreamEndpoint.serve(Samples.CONTRACT);
        assertThatThrownBy(() -> builder.on("sum", Total.class, total -> total))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Numbers");
        assertThatThrownBy(() -> builder.on("tick", Tick.class, tick -> tick))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> builder.on("none", Tick.class, tick -> tick)).isInstanceOf(ParleyException.class);
    }

    private static StreamEndpoint summing() throws IOException {
        return StreamEndpoint.serve(Samples.CONTRACT)
                .on("sum", Numbers.class, Samples::sum)
                .on("length", String.class, String::length)
                .start(0);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
