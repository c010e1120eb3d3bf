package io.parley.examples.campaign;

import java.util.Random;

/** Campaign that kills the broker. Calls in progress may fail, visibly for their callers. */
public final class BrokerCampaign extends KillCampaign {
    /** Creates the campaign; called by {@link java.util.ServiceLoader}. */
    public BrokerCampaign() {
        super("broker", 50);
    }

    @Override
    public String purpose() {
        return "a broker with a journal that is killed while clients call: what was told as arrived is not lost";
    }

    @Override
    int victim(Random random) {
        return 0;
    }

    @Override
    boolean mayFail() {
        return true;
    }
}
