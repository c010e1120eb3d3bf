package io.parley.cxf.channel;

import io.parley.channel.Address;
import io.parley.channel.ChannelProvider;
import io.parley.testkit.channel.SideStreamContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Runs the side stream contract over posts through CXF. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HttpSideStreamTest extends SideStreamContract {
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

    @Test
    @Disabled(
            "posts take real time: the clock that the test moves outruns their credit, and the session ends as too slow first")
    @Override
    public void aTakenSideStreamThatIsNotReadTimesOut() {}
}
