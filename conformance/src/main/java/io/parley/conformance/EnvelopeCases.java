package io.parley.conformance;

import io.parley.conformance.raw.BnuxRun;
import io.parley.conformance.raw.ByteOutput;
import io.parley.conformance.raw.RawHead;

/** Tags of ordinary envelopes in hhfr (docs/reference/hhfr.md, "Message"). */
final class EnvelopeCases {
    private static final byte[] TAGS = {3, 0};
    private static final byte[] TAGS_OF_NO_VERSION = {3, 2};
    private static final byte[] END_TAG = {4};
    private static final byte[] END = {0};
    private static final byte[] ELEMENT = run(BnuxRun.OTHERS_FOLLOW);
    private static final byte[] LAST = run(BnuxRun.NOTHING_FOLLOWS);

    private EnvelopeCases() {}

    static void add(Catalogue<Server> to) {
        envelope(to, "the tags of an envelope in hhfr may be one segment", true, TAGS, ELEMENT, END);
        envelope(to, "the end tags of such an envelope may be segments", true, TAGS, ELEMENT, END_TAG, END_TAG, END);
        envelope(to, "such tags twice are malformed", false, TAGS, TAGS, ELEMENT, END);
        envelope(to, "such tags behind other content are malformed", false, ELEMENT, TAGS, END);
        envelope(to, "such tags of SOAP 1.3 are malformed", false, TAGS_OF_NO_VERSION, ELEMENT, END);
        envelope(to, "an end tag too many is malformed", false, TAGS, ELEMENT, END_TAG, END_TAG, END_TAG, END);
        envelope(to, "an end tag without such an envelope is malformed", false, ELEMENT, END_TAG, END);
        envelope(to, "an end of the document inside of such an envelope is malformed", false, TAGS, LAST, END);
    }

    private static void envelope(Catalogue<Server> to, String title, boolean taken, byte[]... segments) {
        to.add("5.5", title, server -> {
            Agreed agreed = server.agree(Wish.USUAL.with("representation", "hhfr", "xml"));
            if (!agreed.term("representation").equals("hhfr")) {
                throw new NotApplicable("the server has no hhfr");
            }
            ByteOutput out = new ByteOutput();
            RawHead.request(1, "").write(out);
            for (byte[] segment : segments) {
                out.bytes(segment);
            }
            MessageCases.expect(agreed, out.toBytes(), taken);
        });
    }

    /** Returns a run of an element of no operation. */
    private static byte[] run(int following) {
        ByteOutput out = new ByteOutput().number(1, 1);
        new BnuxRun().start("c:conformance", "urn:parley:conformance").end().writePiece(out, following);
        return out.toBytes();
    }
}
