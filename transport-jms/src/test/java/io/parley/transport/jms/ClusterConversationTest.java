package io.parley.transport.jms;

import io.parley.channel.Address;
import io.parley.channel.ChannelProvider;
import io.parley.testkit.channel.ConversationContract;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Runs the conversation contract between peers at two brokers of a cluster. */
@EnabledIfSystemProperty(named = "parley.jms.contracts", matches = "all", disabledReason = "takes half a minute")
class ClusterConversationTest extends ConversationContract {
    @RegisterExtension
    static final AcrossCluster CLUSTER = new AcrossCluster();

    @Override
    protected ChannelProvider provider() {
        return CLUSTER;
    }

    @Override
    protected Address bindAddress() {
        return new Address("orders", 0);
    }
}
