package io.parley.transport.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jms.Connection;
import org.apache.activemq.artemis.api.core.client.ActiveMQClient;
import org.apache.activemq.artemis.jms.client.ActiveMQConnection;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests for which messages and brokers a sender may block. */
class BrokerAccessTest {
    @RegisterExtension
    static final TestBroker BROKER = new TestBroker();

    private static final long FRAME = 256 * 1024;

    private final BrokerAccess byUrl = BrokerAccess.byUrl(BROKER.broker().localUrl());

    @Test
    void framesDoNotWaitForABrokerThatIsKnown() throws Exception {
        assertThat(byUrl.mayBlockSender(FRAME)).isFalse();
        assertThat(windowOf(byUrl.connect())).isEqualTo(-1);
    }

    @Test
    void theFactoryOfAUrlIsKnownAgain() throws Exception {
        BrokerAccess again = BrokerAccess.byFactory(byUrl.factory()).as("till", "secret");
        assertThat(again.mayBlockSender(FRAME)).isFalse();
        assertThat(windowOf(again.connect())).isEqualTo(-1);
    }

    // Messages of applications are not bounded by the channel's windows, so the producer window of Artemis stays in
    // use.
    @Test
    void messagesOfApplicationsWait() throws Exception {
        assertThat(windowOf(byUrl.factory().createConnection())).isEqualTo(ActiveMQClient.DEFAULT_PRODUCER_WINDOW_SIZE);
    }

    /** A pause would hold up all users of the connection, which retry by themselves. */
    @Test
    void aFailedConnectIsReportedWithoutAPause() {
        try (ArtemisFactory factory = new ArtemisFactory(BROKER.broker().localUrl())) {
            assertThat(factory.getInitialConnectAttempts()).isEqualTo(1);
            assertThat(factory.getRetryInterval()).isEqualTo(1);
            assertThat(factory.unbuffered().getRetryInterval()).isEqualTo(1);
        }
    }

    @Test
    void ofAnotherFactoryNothingIsKnown() {
        try (ActiveMQConnectionFactory other =
                new ActiveMQConnectionFactory(BROKER.broker().localUrl())) {
            assertThat(BrokerAccess.byFactory(other).mayBlockSender(FRAME)).isTrue();
        }
    }

    @Test
    void whoSendsWhatIsStreamedMayWait() {
        assertThat(byUrl.mayBlockSender(ArtemisFactory.LARGE_MESSAGE)).isTrue();
    }

    @Test
    void aUrlThatIsNoneIsSaidSoWithoutIt() {
        assertThatThrownBy(() -> BrokerAccess.byUrl("http://broker?password=secret"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("tcp://broker:61616")
                .hasMessageNotContaining("secret");
    }

    private static int windowOf(Connection connection) throws Exception {
        try (connection) {
            return ((ActiveMQConnection) connection)
                    .getSessionFactory()
                    .getServerLocator()
                    .getProducerWindowSize();
        }
    }
}
