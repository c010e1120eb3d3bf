package io.parley.cxf.channel;

import io.parley.channel.Address;
import io.parley.channel.ChannelProvider;
import io.parley.testkit.channel.ConversationContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Runs the conversation contract over posts through CXF. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@EnabledIfSystemProperty(named = "parley.http.contracts", matches = "all", disabledReason = "takes a minute")
class HttpConversationTest extends ConversationContract {
    private final CxfHttpProvider provider = new CxfHttpProvider();

    @Override
    protected ChannelProvider provider() {
        return provider;
    }

    @Override
    protected Address bindAddress() {
        return new Address("127.0.0.1", 0);
    }

    @AfterAll
    void stop() {
        provider.close();
    }
}
