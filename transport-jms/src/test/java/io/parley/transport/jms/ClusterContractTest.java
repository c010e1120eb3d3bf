package io.parley.transport.jms;

import io.parley.channel.Address;
import io.parley.channel.ChannelProvider;
import io.parley.testkit.channel.ChannelContract;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Runs the channel contract between peers at two brokers of a cluster. */
class ClusterContractTest extends ChannelContract {
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
