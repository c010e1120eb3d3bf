package io.parley.recording;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Checkpoint of a recording: the number of its records, and the hash of the last one.
 *
 * @param recording identifier of the recording
 * @param records number of the last record
 * @param head hash of the last record, in hex
 * @param firstSegment first segment that was not deleted by retention
 * @param firstRecord number of the first record in that segment
 * @param before hash before that record, in hex
 * @param closed true if the recording is complete
 * @param time of the checkpoint
 * @param signature Ed25519 signature of the preceding lines, in base64; empty for none
 */
record Checkpoint(
        UUID recording,
        long records,
        String head,
        int firstSegment,
        long firstRecord,
        String before,
        boolean closed,
        Instant time,
        String signature) {
    /** Maximum length of the stored form. */
    static final int MAX_BYTES = 4_096;

    private static final String TITLE = "parley-recording 1";
    private static final String SIGNATURE = "signature";
    private static final String ALGORITHM = "Ed25519";

    /** Returns the stored form. */
    String text() {
        return signature.isEmpty() ? signed() : signed() + SIGNATURE + " " + signature + "\n";
    }

    /**
     * Returns a signed copy.
     *
     * @throws ParleyException {@code INTERNAL} if this is not an Ed25519 key
     */
    Checkpoint signed(PrivateKey key) {
        try {
            Signature maker = Signature.getInstance(ALGORITHM);
            maker.initSign(key);
            maker.update(signed().getBytes(StandardCharsets.UTF_8));
            return withSignature(Base64.getEncoder().encodeToString(maker.sign()));
        } catch (GeneralSecurityException e) {
            throw new ParleyException(
                    ErrorCode.INTERNAL,
                    "recording: expected an Ed25519 key to sign checkpoints with, found another",
                    e);
        }
    }

    /** Returns whether the signature was made by the private key that belongs to this public key. */
    boolean isSignedBy(PublicKey key) {
        if (signature.isEmpty()) {
            return false;
        }
        try {
            Signature checker = Signature.getInstance(ALGORITHM);
            checker.initVerify(key);
            checker.update(signed().getBytes(StandardCharsets.UTF_8));
            return checker.verify(Base64.getDecoder().decode(signature));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            return false;
        }
    }

    /**
     * Parses the stored form.
     *
     * @param where the source of the text, for errors
     * @throws ParleyException {@code MALFORMED_MESSAGE} if it is not a checkpoint
     */
    static Checkpoint parse(String text, String where) {
        Map<String, String> fields = new LinkedHashMap<>();
        String[] lines = text.split("\n", -1);
        for (String line : lines) {
            int blank = line.indexOf(' ');
            if (blank > 0) {
                fields.putIfAbsent(line.substring(0, blank), line.substring(blank + 1));
            }
        }
        try {
            Checkpoint parsed = new Checkpoint(
                    UUID.fromString(field(fields, "recording", where)),
                    Long.parseLong(field(fields, "records", where)),
                    field(fields, "head", where),
                    Integer.parseInt(field(fields, "first-segment", where)),
                    Long.parseLong(field(fields, "first-record", where)),
                    field(fields, "before", where),
                    Boolean.parseBoolean(field(fields, "closed", where)),
                    Instant.parse(field(fields, "time", where)),
                    fields.getOrDefault(SIGNATURE, ""));
            if (!lines[0].equals(TITLE) || !parsed.text().equals(text)) {
                throw malformed(where, null);
            }
            return parsed;
        } catch (IllegalArgumentException | DateTimeException e) {
            throw malformed(where, e);
        }
    }

    private Checkpoint withSignature(String made) {
        return new Checkpoint(recording, records, head, firstSegment, firstRecord, before, closed, time, made);
    }

    private String signed() {
        return TITLE + "\nrecording " + recording + "\nrecords " + records + "\nhead " + head + "\nfirst-segment "
                + firstSegment + "\nfirst-record " + firstRecord + "\nbefore " + before + "\nclosed " + closed
                + "\ntime "
                + time + "\n";
    }

    private static String field(Map<String, String> fields, String name, String where) {
        String value = fields.get(name);
        if (value == null) {
            throw malformed(where, null);
        }
        return value;
    }

    private static ParleyException malformed(String where, @Nullable Throwable cause) {
        return new ParleyException(
                ErrorCode.MALFORMED_MESSAGE,
                where + ": expected a checkpoint of a recording of version 1, found other text",
                cause);
    }
}
