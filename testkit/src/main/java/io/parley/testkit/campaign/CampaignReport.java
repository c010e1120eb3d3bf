package io.parley.testkit.campaign;

/** The result of a campaign, as text and as JSON. */
public interface CampaignReport {
    /** Returns whether everything held. */
    boolean isClean();

    /** Returns the result as one JSON object, on one line. */
    String toJson();

    /** Returns the result as a few lines of text. */
    String describe();
}
