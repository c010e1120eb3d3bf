package io.parley.transport.quic;

import io.parley.channel.Address;
import io.parley.channel.ChannelProvider;
import io.parley.testkit.channel.ConversationContract;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Runs the conversation contract over QUIC. */
@EnabledIfSystemProperty(
        named = "parley.quic.contracts",
        matches = "all",
        disabledReason = "takes two minutes, and a busy machine makes its datagrams late")
class QuicConversationTest extends ConversationContract {
    private final ChannelProvider provider = new ProtectedQuic();

    @Override
    protected ChannelProvider provider() {
        return provider;
    }

    @Override
    protected Address bindAddress() {
        return new Address("127.0.0.1", 0);
    }
}
