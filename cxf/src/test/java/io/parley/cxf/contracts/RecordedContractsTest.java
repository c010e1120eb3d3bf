package io.parley.cxf.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.Limits;
import io.parley.context.ContextStore;
import io.parley.context.ContextStores;
import io.parley.context.StoreSettings;
import io.parley.cxf.Published;
import io.parley.cxf.typetest.SameEnvelope;
import io.parley.recording.Masking;
import io.parley.recording.RebuiltMessage;
import io.parley.recording.RecordedMessage;
import io.parley.recording.Recording;
import io.parley.recording.SoapRebuilder;
import io.parley.recording.Verification;
import io.parley.testkit.contract.ContractDef;
import io.parley.testkit.contract.ContractGenerator;
import io.parley.testkit.contract.OperationDef;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.ext.logging.LoggingFeature;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests recordings by both sides of calls that clients with random contracts make in turns. Read after both sides
 * ended, each recorded message belongs to the called operation and means the same as over plain SOAP.
 */
class RecordedContractsTest {
    private static final int CLIENTS = 4;
    private static final int CALLS = 30;

    @TempDir
    Path folder;

    /**
     * The messages of a call over plain SOAP.
     *
     * @param messages the request and the response, if any
     */
    private record Said(PlannedCall call, List<String> messages) {}

    @Test
    void eachRecordedMessageIsWhatPlainSoapSaid() throws Exception {
        Rounds.run(2, this::round);
    }

    private void round(long seed) throws Exception {
        Random random = new Random(seed);
        ContractGenerator generator = new ContractGenerator(seed);
        ContractDef service = generator.service();
        String what = "seed " + seed + ", service " + service;
        Path client = Files.createDirectories(folder.resolve(seed + "/client"));
        Path server = Files.createDirectories(folder.resolve(seed + "/service"));
        List<Said> said = new ArrayList<>();
        Bus plain = BusFactory.newInstance().createBus();
        try (Published published = new Published()) {
            published.clientBus.setProperty("parley.recording", client.toString());
            published.serviceBus.setProperty("parley.recording", server.toString());
            converse(published, plain, random, generator, service, said);
        } finally {
            plain.shutdown(true);
        }
        assertSame(what + ", client", recorded(client), said);
        assertSame(what + ", service", recorded(server), said);
    }

    private static void converse(
            Published published,
            Bus plain,
            Random random,
            ContractGenerator generator,
            ContractDef service,
            List<Said> said) {
        Tally tally = new Tally();
        ContractService.publish(published.serviceBus, published.address(), service, tally, RandomTerms.ofService());
        List<String> log = new CopyOnWriteArrayList<>();
        List<ContractClient> bySoap = new ArrayList<>();
        List<ContractClient> streamed = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            ContractDef contract = generator.client(service);
            bySoap.add(ContractClient.bySoap(contract, plain, published.address(), logging(log)));
            streamed.add(ContractClient.streamed(
                    contract,
                    published.clientBus,
                    published.address(),
                    RandomTerms.of(random).set("parley.mode", "always")));
        }
        for (int i = 0; i < CALLS; i++) {
            log.clear();
            PlannedCall call = PlannedCall.plan(random, bySoap, tally, i);
            int messages = isAnswered(call, service) ? 2 : 1;
            Awaitility.await().atMost(30, TimeUnit.SECONDS).until(() -> log.size() == messages);
            said.add(new Said(call, List.copyOf(log)));
            assertThat(call.make(streamed)).matches(call.expected()::isSame, "like " + call.expected());
            assertThat(tally.take(call.ran().size())).isEqualTo(call.ran());
        }
    }

    /** Returns true if the call has a response: it has none if either side declares the operation one-way. */
    private static boolean isAnswered(PlannedCall call, ContractDef service) {
        return !call.operation().isOneWay()
                && service.operations().stream()
                        .filter(OperationDef::isOneWay)
                        .noneMatch(each -> each.name().equals(call.operation().name()));
    }

    private static LoggingFeature logging(List<String> log) {
        LoggingFeature logging = new LoggingFeature();
        logging.setSender(event -> {
            if (!event.getPayload().isEmpty()) { // empty if the service sends no response
                log.add(event.getPayload());
            }
        });
        logging.setPrettyLogging(false);
        return logging;
    }

    /** Returns the recorded messages in the order of the calls, which were made one after the other. */
    private static List<RebuiltMessage> recorded(Path recordings) throws IOException {
        List<RebuiltMessage> messages = new ArrayList<>();
        try (ContextStore store =
                ContextStores.open("sqlite:" + recordings.resolve("contexts.db"), StoreSettings.defaults())) {
            for (Recording recording : Recording.allIn(recordings, Limits.defaults())) {
                assertThat(recording.verify(store, null).result()).isEqualTo(Verification.Result.WHOLE);
                assertThat(new SoapRebuilder(recording, store, Masking.nothing()).rebuild(messages::add))
                        .isEmpty();
            }
        }
        return messages;
    }

    private static void assertSame(String what, List<RebuiltMessage> recorded, List<Said> said) {
        List<RebuiltMessage> requests = recorded.stream()
                .filter(message -> message.message().kind() == RecordedMessage.Kind.REQUEST)
                .sorted(Comparator.comparing(RebuiltMessage::time))
                .toList();
        assertThat(requests).as(what).hasSameSizeAs(said);
        for (int i = 0; i < said.size(); i++) {
            RebuiltMessage request = requests.get(i);
            RebuiltMessage reply = recorded.stream()
                    .filter(message -> message.message().kind() != RecordedMessage.Kind.REQUEST
                            && message.message().session() == request.message().session()
                            && message.message().call() == request.message().call())
                    .findFirst()
                    .orElseThrow();
            Said expected = said.get(i);
            assertMeans(
                    what + ", request " + expected.call(),
                    request,
                    expected.messages().get(0));
            // A service records no name for an operation that it lacks.
            assertThat(request.message().operation())
                    .as(what + ", " + expected.call())
                    .matches(name -> name.endsWith(expected.call().operation().name())
                            || (name.isEmpty() && expected.call().ran().isEmpty()));
            if (expected.messages().size() == 1) {
                continue;
            }
            if (expected.messages().get(1).contains(":Fault>")) {
                assertThat(reply.message().kind()).as(what).isEqualTo(RecordedMessage.Kind.FAULT);
            } else {
                assertMeans(
                        what + ", answer of " + expected.call(),
                        reply,
                        expected.messages().get(1));
            }
        }
    }

    private static void assertMeans(String what, RebuiltMessage message, String expected) {
        assertThat(message.problem()).as(what).isEmpty();
        assertThat(SameEnvelope.difference(expected, message.envelope()))
                .as(what)
                .isEmpty();
    }
}
