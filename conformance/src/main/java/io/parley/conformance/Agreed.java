package io.parley.conformance;

import io.parley.conformance.raw.BnuxRun;
import io.parley.conformance.raw.ByteOutput;
import io.parley.conformance.raw.RawHead;
import io.parley.conformance.raw.RawOffer;
import io.parley.conformance.raw.XmlTree;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * An agreement with the server that is judged.
 *
 * @param answer what it said; for an invitation an element without anything
 * @param limits agreed values by their whole names
 */
@SuppressWarnings("ArrayRecordComponent") // bytes of the wire, which nobody compares as parts of a record
record Agreed(XmlTree answer, Door door, byte[] token, byte[] digest, byte[] terms, Map<String, Long> limits) {
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
        return new Agreed(answer, door, other, digest, terms, limits);
    }

    Agreed withDigest(byte[] other) {
        return new Agreed(answer, door, token, other, terms, limits);
    }

    Agreed withTerms(byte[] other) {
        return new Agreed(answer, door, token, digest, other, limits);
    }

    /** Content of a request for an operation that nobody has, in the agreed representation: every server has an answer to it. */
    byte[] request() {
        return request(RawHead.request(1, ""));
    }

    byte[] request(RawHead head) {
        ByteOutput out = new ByteOutput();
        head.write(out);
        return out.bytes(envelope("")).toBytes();
    }

    /** The envelope of such a request; its header has these blocks, which are written as XML and travel so only in that representation. */
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
