package io.parley.conformance;

import io.parley.conformance.raw.BnuxRun;
import io.parley.conformance.raw.ByteOutput;
import io.parley.conformance.raw.RawHead;
import io.parley.conformance.raw.RawOffer;
import io.parley.conformance.raw.XmlTree;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * An agreement with the server under test.
 *
 * @param answer the server's answer; for an invitation an empty element
 * @param listener listener at which the session is opened
 * @param token opens the session
 * @param digest of the agreement
 * @param terms bytes of OPEN
 * @param limits agreed values by their full names
 */
@SuppressWarnings("ArrayRecordComponent") // bytes of the wire, never compared as parts of a record
record Agreed(
        XmlTree answer, ListenerAddress listener, byte[] token, byte[] digest, byte[] terms, Map<String, Long> limits) {
    private static final int RUN = 1;

    long limit(String name) {
        Long value = limits.get("parley.limits." + name);
        if (value == null) {
            throw new Mismatch(
                    "the limit " + name + " in the answer", limits.keySet().toString());
        }
        return value;
    }

    String term(String name) {
        return answer.one(name);
    }

    boolean isInvitation() {
        return answer.name().isEmpty();
    }

    Agreed withToken(byte[] other) {
        return new Agreed(answer, listener, other, digest, terms, limits);
    }

    Agreed withDigest(byte[] other) {
        return new Agreed(answer, listener, token, other, terms, limits);
    }

    Agreed withTerms(byte[] other) {
        return new Agreed(answer, listener, token, digest, other, limits);
    }

    /**
     * Returns the content of a request for an unknown operation in the agreed representation, which every server must
     * answer.
     */
    byte[] request() {
        return request(RawHead.request(1, ""));
    }

    byte[] request(RawHead head) {
        ByteOutput out = new ByteOutput();
        head.write(out);
        return out.bytes(envelope("")).toBytes();
    }

    /**
     * Returns the envelope of such a request. Its header has {@code blocks}, which are XML and so only supported by the
     * representation {@code xml}.
     */
    byte[] envelope(String blocks) {
        if (isInvitation()) {
            return new byte[] {0};
        }
        if (term("representation").equals("xml")) {
            return Wish.envelope(blocks, "<c:conformance xmlns:c=\"urn:parley:conformance\"/>")
                    .getBytes(StandardCharsets.UTF_8);
        }
        if (!blocks.isEmpty()) {
            throw new NotApplicable("header blocks are written in xml, and the server does not have it");
        }
        String soap = RawOffer.soap(1);
        BnuxRun run = new BnuxRun()
                .start("soap:Envelope", soap)
                .start("soap:Body", soap)
                .start("c:conformance", "urn:parley:conformance")
                .end()
                .end()
                .end();
        ByteOutput out = new ByteOutput().number(RUN, 1);
        run.writePiece(out, BnuxRun.NOTHING_FOLLOWS);
        return out.number(0, 1).toBytes();
    }
}
