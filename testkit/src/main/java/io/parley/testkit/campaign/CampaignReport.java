package io.parley.testkit.campaign;

/** What a campaign found, for people and for programs. */
public interface CampaignReport {
    /** Whether everything held. */
    boolean isClean();

    /** One JSON object, on one line. */
    String toJson();

    /** The same in a few lines. */
    String describe();
}
