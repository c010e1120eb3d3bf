package io.parley.examples.campaign;

import java.util.Random;

/** Kills the broker. Calls under way may fail, and their callers are told. */
public final class BrokerCampaign extends KillCampaign {
    /** For {@link java.util.ServiceLoader}. */
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
