package io.parley.representation.tdxml;

import java.nio.charset.StandardCharsets;

/** Names of the elements around tables (docs/reference/tdxml.md, "Envelope"). */
final class Tags {
    static final String NAMESPACE = "urn:parley:tdxml:1";
    static final String PREFIX = "TDXML";
    static final String ENVELOPE = "Env";
    static final String LONG_ENVELOPE = "Envelope";
    static final String SCHEMA = "DS";
    static final String LONG_SCHEMA = "DataSchema";
    static final String TABLE = "CT";
    static final String LONG_TABLE = "ContentTable";

    /** Attribute with the number of the agreed part. */
    static final String PART_ATTRIBUTE = "part";

    /** Attribute with the digest of the agreed schema. */
    static final String SCHEMA_ATTRIBUTE = "schema";

    /** Beginning of every envelope, with its short or its long name. */
    static final byte[] OPENING = ascii("<TDXML:Env");

    /** Number of hex digits of the layout's fingerprint that a message contains. */
    private static final int DIGEST_DIGITS = 16;

    private Tags() {}

    static boolean isEnvelope(String namespace, String local) {
        return namespace.equals(NAMESPACE) && (local.equals(ENVELOPE) || local.equals(LONG_ENVELOPE));
    }

    /** Returns a message's digest of its schema. */
    static String digest(String fingerprint) {
        return fingerprint.substring(0, Math.min(DIGEST_DIGITS, fingerprint.length()));
    }

    static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
