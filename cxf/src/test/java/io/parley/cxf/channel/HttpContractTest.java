package io.parley.cxf.channel;

import io.parley.channel.Address;
import io.parley.channel.ChannelProvider;
import io.parley.testkit.channel.ChannelContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;

/** Runs the channel contract over posts through a CXF conduit to a CXF endpoint in Jetty. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HttpContractTest extends ChannelContract {
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
