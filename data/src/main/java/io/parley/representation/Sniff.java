package io.parley.representation;

/** Verdict on the form of content from its first bytes. */
public enum Sniff {
    /** The content is in this form or in none. */
    YES,
    /** The content is in another form. */
    NO,
    /** More bytes are needed for a verdict. */
    MORE
}
