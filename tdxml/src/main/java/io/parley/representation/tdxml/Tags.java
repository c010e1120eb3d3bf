package io.parley.representation.tdxml;

import java.nio.charset.StandardCharsets;

/** The names of the elements that tables stand in (docs/reference/tdxml.md, "Envelope"). */
final class Tags {
    static final String NAMESPACE = "urn:parley:tdxml:1";
    static final String PREFIX = "TDXML";
    static final String ENVELOPE = "Env";
    static final String LONG_ENVELOPE = "Envelope";
    static final String SCHEMA = "DS";
    static final String LONG_SCHEMA = "DataSchema";
    static final String TABLE = "CT";
    static final String LONG_TABLE = "ContentTable";

    /** The attribute that says which agreed part it is. */
    static final String PART_ATTRIBUTE = "part";

    /** The attribute that says the digest of the agreed schema. */
    static final String SCHEMA_ATTRIBUTE = "schema";

    /** Beginning that every envelope has, under its short name and its long one. */
    static final byte[] OPENING = ascii("<TDXML:Env");

    /** Hex digits of the layout's fingerprint that a message repeats. */
    private static final int DIGEST_DIGITS = 16;

    private Tags() {}

    static boolean isEnvelope(String namespace, String local) {
        return namespace.equals(NAMESPACE) && (local.equals(ENVELOPE) || local.equals(LONG_ENVELOPE));
    }

    /** Returns a message's digest of the schema that its table follows. */
    static String digest(String fingerprint) {
        return fingerprint.substring(0, Math.min(DIGEST_DIGITS, fingerprint.length()));
    }

    static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
