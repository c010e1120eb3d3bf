package io.parley.conformance.raw;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Digests of docs/protocol/negotiation.md, sections 13.3 and 13.4. */
public final class RawDigests {
    private static final Pattern REFERENCE = Pattern.compile("(.* type )([0-9]+)");
    private static final int NUMBERING_BYTES = 16;
    private static final int MARK_BYTES = 4;
    private static final int LISTED_DIGITS = 16;

    private RawDigests() {}

    /** Returns the SHA-256 of a text in UTF-8. */
    public static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** Returns the SHA-256 of a text in lower-case hex. */
    public static String hex(String text) {
        return HexFormat.of().formatHex(sha256(text));
    }

    /**
     * Returns the fingerprint over all parts.
     *
     * @param parts fingerprints by key, empty for infoset
     */
    public static String data(Map<String, String> parts) {
        StringBuilder text = new StringBuilder("parley-data 1\n");
        new TreeMap<>(parts)
                .forEach((key, print) ->
                        text.append(value(key)).append(value(print)).append('\n'));
        return hex(text.toString());
    }

    /** Returns the numbering digest if both fingerprints are equal. */
    public static byte[] sameNumbering(String fingerprint) {
        return numbering("parley-numbers 1\n" + value("same") + value(fingerprint) + '\n');
    }

    /**
     * Returns the terms bytes of OPEN if the answer listed parts.
     *
     * @param listed 16 digits by key
     * @param own complete fingerprints of this side by key
     */
    public static byte[] listedTerms(Map<String, String> listed, Map<String, String> own) {
        List<String> keys = new ArrayList<>(new TreeMap<>(listed).keySet());
        byte[] bits = new byte[(keys.size() + 7) / 8];
        StringBuilder text = new StringBuilder("parley-numbers 1\n");
        for (int i = 0; i < keys.size(); i++) {
            String theirs = listed.getOrDefault(keys.get(i), "");
            boolean alike = isAlike(theirs, own.getOrDefault(keys.get(i), ""));
            bits[i / 8] |= (byte) (alike ? 1 << (i % 8) : 0);
            text.append(value(keys.get(i))).append(value(alike ? theirs : "")).append('\n');
        }
        return new ByteOutput()
                .bytes(numbering(text.toString()))
                .littleEndian(keys.size(), 2)
                .bytes(bits)
                .toBytes();
    }

    /** Returns whether a part whose digits the service listed is the same here. */
    public static boolean isAlike(String listed, String own) {
        return !listed.isEmpty() && own.startsWith(listed);
    }

    /** Returns the mark of a typed part. */
    public static byte[] mark(String key, String fingerprint) {
        return Arrays.copyOf(sha256(key + "\n" + fingerprint.substring(0, LISTED_DIGITS)), MARK_BYTES);
    }

    /** Returns the text from which the digest of an agreement by messages is computed. */
    public static String termsText(XmlTree offer, XmlTree answer) {
        StringBuilder text = new StringBuilder("parley-terms ")
                .append(answer.attribute("version"))
                .append('\n');
        line(text, "offer.version", offer.attribute("version"));
        line(text, "offer.id", offer.attribute("id"));
        line(text, "offer.endpoint", offer.attribute("endpoint"));
        for (String term : List.of("representation", "operation", "channel")) {
            terms(text, "offer", term, offer);
        }
        lines(text, "offer.securities", offer.texts("security"));
        lines(text, "offer.compressions", offer.texts("compression"));
        lines(text, "offer.reliabilities", offer.texts("reliability"));
        limits(text, "offer", offer);
        line(text, "offer.lifetime", offer.one("lifetime"));
        lines(text, "offer.contextStores", offer.texts("contextStore"));
        lines(text, "offer.headers", offer.texts("header"));
        line(text, "offer.fingerprint", fingerprint(offer));
        line(text, "answer.id", answer.attribute("id"));
        line(text, "answer.offer", answer.attribute("offer"));
        line(text, "answer.representation", answer.one("representation"));
        terms(text, "answer", "operation", answer);
        line(text, "answer.channel", answer.one("channel"));
        lines(
                text,
                "answer.addresses",
                answer.all("address").stream().map(RawDigests::address).toList());
        for (String term : List.of("security", "certificate", "compression", "reliability")) {
            line(text, "answer." + term, answer.one(term));
        }
        limits(text, "answer", answer);
        line(text, "answer.lifetime", answer.one("lifetime"));
        line(text, "answer.contextStore", answer.one("contextStore"));
        lines(text, "answer.headers", answer.texts("header"));
        line(text, "answer.fingerprint", fingerprint(answer));
        Map<String, String> parts = listed(answer);
        lines(text, "answer.parts.keys", List.copyOf(parts.keySet()));
        lines(text, "answer.parts.fingerprints", List.copyOf(parts.values()));
        return text.toString();
    }

    /** Returns the parts that an answer lists, sorted by key, each with 16 digits, or empty for infoset. */
    public static Map<String, String> listed(XmlTree answer) {
        Map<String, String> parts = new TreeMap<>();
        for (XmlTree data : answer.all("data")) {
            for (XmlTree operations : data.all("operations")) {
                for (XmlTree operation : operations.all("operation")) {
                    String name = "{" + operations.attribute("namespace") + "}" + operation.attribute("name");
                    positions(parts, name + "/in/", operation.attribute("in"));
                    positions(parts, name + "/out/", operation.attribute("out"));
                }
            }
        }
        return parts;
    }

    private static void positions(Map<String, String> parts, String key, String words) {
        String[] each = words.isBlank() ? new String[0] : words.strip().split("\\s+", -1);
        for (int i = 0; i < each.length; i++) {
            if (!each[i].equals(".")) {
                parts.put(key + i, each[i].equals("-") ? "" : each[i]);
            }
        }
    }

    /** Returns the text from which the digest of an agreement by API is computed, before any further terms. */
    public static String byApiText(String representation, String channel, String fingerprint, String limits) {
        return String.join("\n", "parley-by-api 1", representation, channel, fingerprint, limits);
    }

    /**
     * Returns the digest of an agreement by API with one more term; the lines of a term of two lines are separated by a
     * line feed.
     */
    public static String withTerm(String digest, String term) {
        return hex(String.join("\n", "parley-by-api 1", digest, term));
    }

    /** Returns the fingerprint of a part by its canonical text. */
    public static String partFingerprint(String canonicalText) {
        StringBuilder text = new StringBuilder("parley layout 3, types hashed\n");
        List<String> lines = canonicalText.lines().toList();
        text.append(lines.get(1)).append('\n');
        int at = 2;
        while (at < lines.size()) {
            text.append(lines.get(at++)).append(' ');
            StringBuilder own = new StringBuilder();
            StringBuilder references = new StringBuilder();
            for (; at < lines.size() && !lines.get(at).startsWith("type "); at++) {
                Matcher reference = REFERENCE.matcher(lines.get(at));
                if (reference.matches()) {
                    own.append(reference.group(1)).append('\n');
                    references.append(' ').append(reference.group(2));
                } else {
                    own.append(lines.get(at)).append('\n');
                }
            }
            text.append(hex(own.toString())).append(references).append('\n');
        }
        return hex(text.toString());
    }

    private static String fingerprint(XmlTree message) {
        return message.all("data").get(0).attribute("fingerprint");
    }

    private static String address(XmlTree address) {
        String host = address.attribute("host");
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + address.attribute("port");
    }

    private static void terms(StringBuilder text, String side, String term, XmlTree message) {
        if (!term.equals("operation")) {
            lines(text, side + "." + term + "s", message.texts(term));
            return;
        }
        for (XmlTree operation : message.all(term)) {
            List<String> values = new ArrayList<>(List.of(operation.attribute("name")));
            values.addAll(operation.texts("representation"));
            lines(text, side + ".operations", values);
        }
    }

    private static void limits(StringBuilder text, String side, XmlTree message) {
        Map<String, String> limits = new TreeMap<>();
        message.all("limit").forEach(limit -> limits.put(limit.attribute("name"), limit.attribute("value")));
        lines(text, side + ".limits", List.copyOf(limits.keySet()));
        lines(text, side + ".limits.values", List.copyOf(limits.values()));
    }

    private static void line(StringBuilder text, String name, String one) {
        text.append(value(name)).append(value(one)).append('\n');
    }

    private static void lines(StringBuilder text, String name, List<String> values) {
        text.append(value(name)).append(values.size()).append(' ');
        values.forEach(each -> text.append(value(each)));
        text.append('\n');
    }

    private static String value(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length + ":" + text + " ";
    }

    private static byte[] numbering(String text) {
        return Arrays.copyOf(sha256(text), NUMBERING_BYTES);
    }
}
