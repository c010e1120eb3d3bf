package io.parley.conformance;

import io.parley.conformance.raw.ByteInput;
import io.parley.conformance.raw.RawDigests;
import io.parley.conformance.raw.RawFrame;
import io.parley.conformance.raw.RawFrameType;
import io.parley.conformance.raw.RawHead;
import io.parley.conformance.raw.RawOffer;
import io.parley.conformance.raw.WireError;
import io.parley.conformance.raw.XmlTree;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Messages of a client in a successful conversation: sections 2, 3, 5 and 13. */
final class OfferCases {
    private static final HexFormat HEX = HexFormat.of();
    private static final int MOST_NEGOTIATION = 65_536;
    private static final Set<String> TRACING = Set.of(
            "traceparent",
            "tracestate",
            "baggage",
            "b3",
            "x-b3-traceid",
            "x-b3-spanid",
            "x-b3-parentspanid",
            "x-b3-sampled",
            "x-b3-flags",
            "uber-trace-id",
            "request-id",
            "x-request-id",
            "x-correlation-id",
            "correlation-context");

    private OfferCases() {}

    static void add(Catalogue<Clients> to) {
        message(to);
        terms(to);
        opening(to);
        request(to);
    }

    private static void message(Catalogue<Clients> to) {
        said(to, "13.1", "the offer has a header block that must be understood", visit -> {
            XmlTree block = visit.envelope()
                    .find("negotiation")
                    .orElseThrow(() -> new Mismatch("p:negotiation", "no such block"));
            if (!block.attribute("mustUnderstand").matches("1|true")
                    || !block.children().isEmpty()) {
                throw new Mismatch("an empty block that must be understood", block.toString());
            }
        });
        said(to, "13.1", "the offer stands alone in the body", visit -> {
            XmlTree body = visit.envelope().find("Body").orElseThrow(() -> new Mismatch("a body", "none"));
            if (body.children().size() != 1 || !body.text().isBlank()) {
                throw new Mismatch("an offer alone", body.children().size() + " elements");
            }
        });
        said(to, "13.1", "the action is empty", visit -> {
            String action = visit.header("SOAPAction").replace("\"", "");
            if (!action.isEmpty()) {
                throw new Mismatch("an empty SOAP action", action);
            }
        });
        said(to, "13.1", "the content type is that of the version of SOAP", visit -> {
            String type = visit.header("Content-Type").toLowerCase(Locale.ROOT);
            boolean first = visit.envelope().namespace().equals(RawOffer.soap(1));
            if (!type.startsWith(first ? "text/xml" : "application/soap+xml")) {
                throw new Mismatch(first ? "text/xml" : "application/soap+xml", type);
            }
        });
        said(to, "13.2", "the offer is no longer than 65,536 bytes", visit -> {
            if (visit.length() > MOST_NEGOTIATION) {
                throw new Mismatch("at most 65,536 bytes", String.valueOf(visit.length()));
            }
        });
        said(to, "13.1", "the offer is of the namespace urn:parley:1", visit -> {
            if (!visit.offer().namespace().equals("urn:parley:1")) {
                throw new Mismatch("urn:parley:1", visit.offer().namespace());
            }
        });
        said(to, "13.1", "the offer has a version and an id", visit -> {
            if (!visit.offer().attribute("version").matches("[1-9][0-9]*")
                    || visit.offer().attribute("id").isEmpty()) {
                throw new Mismatch(
                        "a version and an id", visit.offer().attributes().toString());
            }
        });
        to.add("13.1", "each offer has an id of its own", clients -> {
            try (Visit other = clients.visit(Reply.USUAL)) {
                if (other.offer().attribute("id").equals(clients.usual().offer().attribute("id"))) {
                    throw new Mismatch("two ids", "one");
                }
            }
        });
    }

    private static void terms(Catalogue<Clients> to) {
        for (String term : List.of("representation", "channel", "security", "compression", "reliability")) {
            said(to, "13.2", "at least one " + term + " is offered, by legal names, each once", visit -> {
                List<String> names = visit.offer().texts(term);
                if (names.isEmpty()
                        || names.stream().distinct().count() < names.size()
                        || !names.stream().allMatch(name -> name.matches("[A-Za-z0-9._+-]{1,64}"))) {
                    throw new Mismatch("names of 1 to 64 letters, digits or ._+-", names.toString());
                }
            });
        }
        said(to, "13.2", "no compression is offered last", visit -> {
            List<String> names = visit.offer().texts("compression");
            if (names.indexOf("none") != names.size() - 1) {
                throw new Mismatch("none at the end", names.toString());
            }
        });
        said(to, "13.2", "no security is offered but that of the address", visit -> {
            List<String> names = visit.offer().texts("security");
            String wanted = visit.url().getScheme().equals("https") ? "tls" : "none";
            boolean isBoth =
                    wanted.equals("none") && visit.offer().texts("channel").contains("quic");
            if (!names.equals(List.of(wanted)) && !isBoth) {
                throw new Mismatch(wanted, names.toString());
            }
        });
        said(to, "13.2", "each agreed limit has a value", visit -> {
            List<String> missing = RawOffer.usualLimits().keySet().stream()
                    .filter(name -> visit.offer().all("limit").stream()
                            .noneMatch(limit -> limit.attribute("name").equals(name)
                                    && limit.attribute("value").matches("[0-9]+")))
                    .toList();
            if (!missing.isEmpty()) {
                throw new Mismatch("a value for each agreed limit", "none for " + missing);
            }
        });
        said(to, "13.2", "the lifetime is a number of seconds", visit -> {
            if (!visit.offer().one("lifetime").matches("[1-9][0-9]*")) {
                throw new Mismatch("seconds", visit.offer().one("lifetime"));
            }
        });
        said(to, "13.3", "the data has a fingerprint of 64 hex digits", visit -> {
            String fingerprint = visit.offer().all("data").get(0).attribute("fingerprint");
            if (!fingerprint.matches("[0-9a-f]{64}")) {
                throw new Mismatch("64 hex digits", fingerprint);
            }
        });
        said(to, "13.2", "at most 16 header contexts and 256 operations are offered", visit -> {
            if (visit.offer().all("header").size() > 16
                    || visit.offer().all("operation").size() > 256) {
                throw new Mismatch("at most 16 and 256", "more");
            }
        });
    }

    private static void opening(Catalogue<Clients> to) {
        said(to, "2", "the preamble has PAYLOAD_CHECKSUM, since there is no security", visit -> {
            if ((visit.preamble()[7] & 1) == 0 && visit.url().getScheme().equals("http")) {
                throw new Mismatch("PAYLOAD_CHECKSUM", "features " + visit.preamble()[7]);
            }
        });
        said(to, "2", "OPEN comes without waiting for the other preamble", visit -> {
            if (visit.opening().isEmpty()) {
                throw new Mismatch("OPEN", "nothing");
            }
        });
        said(
                to,
                "2",
                "OPEN shows the token of the answer",
                visit -> equal(visit, "token", HEX.formatHex(visit.token())));
        said(
                to,
                "13.4",
                "OPEN has the digest of offer and answer",
                visit -> equal(visit, "digest", HEX.formatHex(visit.digest())));
        said(to, "13.3", "the terms are the numbering digest where all parts are alike", visit -> {
            String fingerprint = visit.offer().all("data").get(0).attribute("fingerprint");
            equal(visit, "terms", HEX.formatHex(RawDigests.sameNumbering(fingerprint)));
        });
        to.add("13.4", "the digest covers elements that only the answer has", clients -> {
            String more = "<p:lifetime>599</p:lifetime><p:data";
            try (Visit visit = clients.visit(
                    Reply.answering(answer -> answer.replace("<p:lifetime>600</p:lifetime><p:data", more)))) {
                visit.opened().close();
                equal(visit, "digest", HEX.formatHex(visit.digest()));
            }
        });
        to.add("13.3", "the terms are bits where the answer lists parts", clients -> {
            String listed =
                    "<p:operations namespace=\"urn:parley:conformance\"><p:operation name=\"no\" in=\"-\" out=\".\"/>"
                            + "</p:operations></p:data>";
            try (Visit visit = clients.visit(Reply.answering(answer -> answer.replaceAll(
                    "<p:data fingerprint=\"[0-9a-f]+\"/>",
                    "<p:data fingerprint=\"" + "0".repeat(64) + "\">" + listed)))) {
                visit.opened().close();
                equal(
                        visit,
                        "terms",
                        HEX.formatHex(RawDigests.listedTerms(Map.of("{urn:parley:conformance}no/in/0", ""), Map.of())));
            }
        });
    }

    private static void equal(Visit visit, String field, String expected) {
        String found = String.valueOf(visit.opening().get(field));
        if (!expected.equals(found)) {
            throw new Mismatch(field + " " + expected, found);
        }
    }

    private static void request(Catalogue<Clients> to) {
        said(to, "5", "the first message is a request on an odd stream", visit -> {
            RawFrame first = visit.request().get(0);
            int flags = first.flags();
            if ((flags & RawFrameType.BEGIN) == 0
                    || (flags & RawFrameType.KIND) == RawFrameType.RESPONSE
                    || first.stream() % 2 == 0) {
                throw new Mismatch("BEGIN on an odd stream", first + ", flags " + flags);
            }
        });
        said(to, "3", "frames of a session are numbered from 1", visit -> {
            if (visit.request().get(0).sequence() != 1) {
                throw new Mismatch(
                        "number 1", String.valueOf(visit.request().get(0).sequence()));
            }
        });
        said(to, "5", "what is declared is the length, or a bound for it", visit -> {
            RawFrame first = visit.request().get(0);
            long declared = Long.parseLong(Line.fields(first).get("declared"));
            boolean bound = (first.flags() & RawFrameType.AT_MOST) != 0;
            int length = visit.content().length;
            if (bound ? declared < Line.contentLength(first) : declared != length) {
                throw new Mismatch("a length of " + length, String.valueOf(declared));
            }
        });
        said(to, "5.5", "the content begins with a head of the client's version of SOAP", visit -> {
            RawHead head = head(visit);
            int version = visit.envelope().namespace().equals(RawOffer.soap(1)) ? 1 : 2;
            if (head.version() != version || head.status() != 0) {
                throw new Mismatch("SOAP 1." + version + " and status 0", head.toString());
            }
        });
        said(to, "5.5", "the head has no headers but those of tracing", visit -> {
            for (String[] header : head(visit).headers()) {
                if (!TRACING.contains(header[0].toLowerCase(Locale.ROOT))) {
                    throw new Mismatch("headers of tracing alone", header[0]);
                }
            }
        });
        said(to, "5.5", "no static header is acknowledged that was not given", visit -> {
            if (!head(visit).kept().isEmpty()) {
                throw new Mismatch("no acknowledgements", head(visit).kept().toString());
            }
        });
        to.add("6", "a request is no longer than the credit that was agreed on", clients -> {
            Reply small = Reply.answering(
                    answer -> answer.replaceAll("(parley.limits.(stream|session)-credit\" value=\")[0-9]+", "$11024"));
            try (Visit visit = clients.visit(small);
                    Session session = visit.open()) {
                RawFrame frame = session.await("a request", each -> Session.is(each, RawFrameType.DATA));
                int length = Line.contentLength(frame);
                if (length > 1_024) {
                    throw new Mismatch("at most 1024 bytes", String.valueOf(length));
                }
                session.expectAlive();
            }
        });
    }

    private static RawHead head(Visit visit) {
        try {
            return RawHead.read(new ByteInput(visit.content()));
        } catch (WireError e) {
            throw new Mismatch(
                    "a head as in 5.5", e.getMessage() + " in " + HEX.formatHex(Arrays.copyOf(visit.content(), 16)));
        }
    }

    private interface Judgement {
        void of(Visit visit);
    }

    private static void said(Catalogue<Clients> to, String section, String title, Judgement judgement) {
        to.add(section, title, clients -> judgement.of(clients.usual()));
    }
}
