package io.parley.representation;

/** What the first bytes of content say about its form. */
public enum Sniff {
    /** The content is of this form, or of none. */
    YES,
    /** It is of another form. */
    NO,
    /** It takes more bytes to tell. */
    MORE
}
