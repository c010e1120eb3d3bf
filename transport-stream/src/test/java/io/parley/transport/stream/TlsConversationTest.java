package io.parley.transport.stream;

import io.parley.channel.Address;
import io.parley.channel.ChannelProvider;
import io.parley.testkit.channel.ConversationContract;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Runs the conversation contract over TLS. */
@EnabledIfSystemProperty(named = "parley.tls.contracts", matches = "all", disabledReason = "takes a minute")
class TlsConversationTest extends ConversationContract {
    private final ChannelProvider provider = new Protected();

    @Override
    protected ChannelProvider provider() {
        return provider;
    }

    @Override
    protected Address bindAddress() {
        return new Address("127.0.0.1", 0);
    }
}
