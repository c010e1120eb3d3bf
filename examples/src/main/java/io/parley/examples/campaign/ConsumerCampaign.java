package io.parley.examples.campaign;

import java.util.Random;

/**
 * Campaign that kills one of two services. Its unanswered requests are redelivered to the other, so no call by SOAP
 * fails.
 */
public final class ConsumerCampaign extends KillCampaign {
    /** Creates the campaign; called by {@link java.util.ServiceLoader}. */
    public ConsumerCampaign() {
        super("consumer", 100);
    }

    @Override
    public String purpose() {
        return "one of two services on a queue, killed while clients call: no call by SOAP fails";
    }

    @Override
    int victim(Random random) {
        return 1 + random.nextInt(2);
    }

    @Override
    boolean mayFail() {
        return false;
    }
}
