package io.parley.cxf.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.channel.Address;
import io.parley.cxf.ParleyStatus;
import io.parley.cxf.Published;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.Capabilities;
import io.parley.negotiation.ChannelTerm;
import io.parley.negotiation.HostPort;
import io.parley.negotiation.Mode;
import io.parley.runtime.IncomingMessage;
import io.parley.runtime.ParleyRuntime;
import io.parley.transport.jms.BrokerAccess;
import io.parley.transport.jms.EmbeddedBroker;
import io.parley.transport.jms.JmsChannelProvider;
import io.parley.transport.jms.JmsSettings;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.apache.cxf.endpoint.Server;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests that a token opens one session only, at the endpoint that issued it, on that endpoint's queue. */
class DoorsTest {
    private static final String OTHERS = "others";

    private OnQueue on;
    private RawSoap raw;
    private JmsChannelProvider jms;
    private ParleyRuntime client;
    private Server others;

    @BeforeEach
    void start() throws Exception {
        on = new OnQueue(
                EmbeddedBroker.builder().queue(OnQueue.NAME).queue(OTHERS).start());
        on.publish(new WrappedStationsImpl(), Published.patient());
        BrokerAccess broker = BrokerAccess.byUrl(on.broker.localUrl());
        SoapQueue queue = SoapQueue.of(broker, OTHERS);
        others = OnQueue.publish(on.serviceBus, new WrappedStationsImpl(), queue, Published.patient());
        jms = JmsChannelProvider.create(broker, JmsSettings.defaults());
        client = ParleyRuntime.builder().build();
        raw = new RawSoap(on.broker);
    }

    @AfterEach
    void stop() throws Exception {
        raw.close();
        client.close();
        jms.close();
        on.close();
    }

    private RawSoap.Agreed agreed() throws Exception {
        return raw.agree(Capabilities.builder()
                .representations("hhfr")
                .channel(ChannelTerm.plain("jms"))
                .build());
    }

    private Throwable open(RawSoap.Agreed agreed) {
        return open(agreed.agreement(), agreed);
    }

    private Throwable open(Agreement agreement, RawSoap.Agreed by) {
        return catchThrowable(
                () -> client.open(agreement, by.token().bytes(), by.numbering().terms(), IncomingMessage::close, jms)
                        .toCompletableFuture()
                        .get());
    }

    @Test
    void aTokenOpensItsOwnEndpointOnce() throws Exception {
        RawSoap.Agreed agreed = agreed();

        assertThat(open(agreed)).isNull();
        assertRefused(open(agreed));
    }

    @Test
    void aTokenDoesNotOpenAnotherEndpointOfTheBus() throws Exception {
        on.proxy(
                        WrappedStations.class,
                        SoapQueue.of(BrokerAccess.byUrl(on.broker.localUrl()), OTHERS),
                        Published.patient().mode(Mode.ALWAYS))
                .echo("listens now");
        Address elsewhere = ParleyStatus.of(others).orElseThrow().listening().get(0);
        RawSoap.Agreed agreed = agreed();

        assertRefused(open(at(agreed.agreement(), elsewhere), agreed));
        assertRefused(open(agreed));
    }

    private static Agreement at(Agreement agreement, Address elsewhere) {
        return new Agreement(
                agreement.id(),
                agreement.representation(),
                agreement.channel(),
                List.of(new HostPort(elsewhere.host(), elsewhere.port())),
                agreement.security(),
                agreement.certificate(),
                agreement.compression(),
                agreement.reliability(),
                agreement.limits(),
                agreement.lifetime(),
                agreement.contextStore(),
                agreement.headers(),
                agreement.data(),
                agreement.digest());
    }

    private static void assertRefused(Throwable failure) {
        assertThat(failure)
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOfSatisfying(
                        ParleyException.class, why -> assertThat(why.code()).isEqualTo(ErrorCode.TOKEN_REFUSED));
    }
}
