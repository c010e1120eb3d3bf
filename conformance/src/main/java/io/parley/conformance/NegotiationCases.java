package io.parley.conformance;

import io.parley.conformance.raw.RawDigests;
import io.parley.conformance.raw.RawOffer;
import io.parley.conformance.raw.XmlTree;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Section 13: offers, answers and refusals. */
final class NegotiationCases {
    private static final List<String> REASONS = List.of(
            "SWITCHED_OFF",
            "TLS_NOT_AVAILABLE",
            "FILTERS_BYPASSED",
            "ASYNC_NOT_SUPPORTED",
            "NO_COMMON_TERM",
            "VERSION",
            "UNSUPPORTED_ENDPOINT",
            "TRANSACTED",
            "GOING_AWAY",
            "BUDGET",
            "LIMIT",
            "PREPARING",
            "CONNECT_FAILED",
            "MISCONFIGURED");
    private static final int MOST_NEGOTIATION = 65_536;
    private static final int MOST_DEPTH = 16;
    private static final int MOST_ATTRIBUTES = 32;

    private NegotiationCases() {}

    static void add(Catalogue<Server> to) {
        answers(to);
        terms(to);
        tolerated(to);
        refusals(to);
        malformed(to);
    }

    private static void answers(Catalogue<Server> to) {
        choices(to);
        bounds(to);
        secrets(to);
        digests(to);
    }

    private static void choices(Catalogue<Server> to) {
        answered(
                to,
                "13.1",
                "the answer names the offer",
                Wish.USUAL,
                (offer, answer) -> equal("offer", offer.attribute("id"), answer.attribute("offer")));
        answered(to, "13.1", "the answer has an id of its own", Wish.USUAL, (offer, answer) -> {
            if (answer.attribute("id").isEmpty() || answer.attribute("id").equals(offer.attribute("id"))) {
                throw new Mismatch("an id of its own", answer.attribute("id"));
            }
        });
        answered(
                to,
                "13.2",
                "the version is the smaller of the two",
                Wish.USUAL,
                (offer, answer) -> equal("version", "1", answer.attribute("version")));
        for (String term : List.of("representation", "channel", "security", "compression", "reliability")) {
            answered(
                    to,
                    "13.2",
                    "exactly one " + term + " is answered, and it was offered",
                    Wish.USUAL,
                    (offer, answer) -> {
                        List<String> values = answer.texts(term);
                        if (values.size() != 1 || !offer.texts(term).contains(values.get(0))) {
                            throw new Mismatch("one of " + offer.texts(term), values.toString());
                        }
                    });
        }
    }

    private static void bounds(Catalogue<Server> to) {
        answered(
                to,
                "13.2",
                "each limit that was offered is answered, and not above it",
                Wish.USUAL,
                (offer, answer) -> {
                    Map<String, Long> offered = RawOffer.usualLimits();
                    for (XmlTree limit : answer.all("limit")) {
                        Long most = offered.remove(limit.attribute("name"));
                        if (most != null && Long.parseLong(limit.attribute("value")) > most) {
                            throw new Mismatch(
                                    limit.attribute("name") + " of at most " + most, limit.attribute("value"));
                        }
                    }
                    if (!offered.isEmpty()) {
                        throw new Mismatch("an answer to each limit", "none for " + offered.keySet());
                    }
                });
        answered(
                to, "13.2", "a smaller limit that is offered holds", Wish.USUAL.limit("depth", 17), (offer, answer) -> {
                    for (XmlTree limit : answer.all("limit")) {
                        if (limit.attribute("name").equals("parley.limits.depth")
                                && Long.parseLong(limit.attribute("value")) > 17) {
                            throw new Mismatch("a depth of at most 17", limit.attribute("value"));
                        }
                    }
                });
        answered(to, "13.2", "the lifetime is not above the offer's", Wish.USUAL, (offer, answer) -> {
            long lifetime = Long.parseLong(answer.one("lifetime"));
            if (lifetime < 1 || lifetime > 3_600) {
                throw new Mismatch("1 to 3600 seconds", String.valueOf(lifetime));
            }
        });
        answered(to, "13.2", "a stream has 1 to 16 addresses", Wish.USUAL, (offer, answer) -> {
            int addresses = answer.all("address").size();
            if (addresses < 1 || addresses > 16) {
                throw new Mismatch("1 to 16 addresses", String.valueOf(addresses));
            }
        });
    }

    private static void secrets(Catalogue<Server> to) {
        answered(to, "13.2", "without TLS there is no certificate", Wish.USUAL, (offer, answer) -> {
            if (answer.one("security").equals("none")) {
                equal("certificate", "[]", answer.texts("certificate").toString());
            }
        });
        answered(to, "13.2", "the token is base64url without padding", Wish.USUAL, (offer, answer) -> {
            if (!answer.one("token").matches("[A-Za-z0-9_-]{22,86}")) {
                throw new Mismatch(
                        "16 to 64 bytes in base64url", answer.one("token").length() + " characters");
            }
        });
        answered(to, "13.3", "the data has a fingerprint of 64 hex digits", Wish.USUAL, (offer, answer) -> {
            String fingerprint = answer.all("data").get(0).attribute("fingerprint");
            if (!fingerprint.matches("[0-9a-f]{64}")) {
                throw new Mismatch("64 hex digits", fingerprint);
            }
        });
        answered(
                to,
                "13.3",
                "listed parts have 16 digits of their fingerprints",
                Wish.USUAL,
                (offer, answer) -> RawDigests.listed(answer).forEach((key, digits) -> {
                    if (!digits.matches("([0-9a-f]{16})?")) {
                        throw new Mismatch("16 hex digits, - or .", digits);
                    }
                }));
        to.add("13.2", "of two tokens neither is the other", server -> {
            if (Arrays.equals(server.agree().token(), server.agree().token())) {
                throw new Mismatch("another token for each answer", "the same");
            }
        });
    }

    private static void digests(Catalogue<Server> to) {
        to.add(
                "13.4",
                "the digest of offer and answer opens the session",
                server -> Session.open(server.agree(
                                Wish.USUAL.more("<p:limit name=\"parley.limits.of-others\" value=\"1\"/>")))
                        .close());
        to.add("13.4", "the digest has context stores and header contexts", server -> {
            String more = "<p:contextStore>http://localhost/contexts</p:contextStore><p:header>urn:parley:sha256:"
                    + "0".repeat(64) + "</p:header>";
            Session.open(server.agree(Wish.USUAL.more(more))).close();
        });
        to.add("13.4", "the digest has operations with representations of their own", server -> {
            String more =
                    "<p:operation name=\"{urn:x}picture\"><p:representation>bnux</p:representation></p:operation>";
            Session.open(server.agree(Wish.USUAL.more(more))).close();
        });
    }

    private static void terms(Catalogue<Server> to) {
        to.add("13.2", "an unknown name before a known one is passed over", server -> {
            for (String term : List.of("representation", "channel", "security", "compression", "reliability")) {
                List<String> usual = Wish.USUAL.terms().getOrDefault(term, List.of());
                String[] values = new String[usual.size() + 1];
                values[0] = "x-unknown." + term;
                for (int i = 0; i < usual.size(); i++) {
                    values[i + 1] = usual.get(i);
                }
                Session.open(server.agree(Wish.USUAL.with(term, values))).close();
            }
        });
        for (String term : List.of("representation", "channel", "reliability", "compression")) {
            to.add(
                    "13.2",
                    "no " + term + " in common is refused by NO_COMMON_TERM",
                    server -> refused(server, Wish.USUAL.with(term, "x-unknown"), "NO_COMMON_TERM"));
        }
        to.add(
                "13.2",
                "no security in common is refused",
                server -> refused(
                        server, Wish.USUAL.with("security", "x-unknown"), "NO_COMMON_TERM", "TLS_NOT_AVAILABLE"));
        to.add("13.2", "security tls is not answered by none", server -> {
            XmlTree reply = server.exchange(
                            Wish.envelope(Wish.USUAL.with("security", "tls").xml("tls-only", Server.NO_PARTS)))
                    .tree();
            XmlTree answer = reply.find("answer").orElse(null);
            if (answer != null && !answer.one("security").equals("tls")) {
                throw new Mismatch("a refusal, or tls", answer.one("security"));
            }
        });
    }

    private static void tolerated(Catalogue<Server> to) {
        to.add(
                "13.2",
                "an unknown element is passed over",
                server -> Session.open(server.agree(
                                Wish.USUAL.more("<p:novelty>1</p:novelty><x:a xmlns:x=\"urn:x\"><x:b/></x:a>")))
                        .close());
        to.add("13.2", "an unknown attribute is passed over", server -> {
            String offer = server.suited(Wish.USUAL)
                    .xml("attribute", Server.NO_PARTS)
                    .replace("<p:offer ", "<p:offer novelty=\"1\" ");
            answer(server, Wish.envelope(offer));
        });
        to.add("13.2", "a higher version is answered with the own one", server -> {
            String offer =
                    server.suited(Wish.USUAL).xml("version", Server.NO_PARTS).replace("version=\"1\"", "version=\"7\"");
            equal("version", "1", answer(server, Wish.envelope(offer)).attribute("version"));
        });
        to.add("13.2", "an offer without an endpoint is answered", server -> {
            String offer = server.suited(Wish.USUAL)
                    .xml("endpoint", Server.NO_PARTS)
                    .replace(" endpoint=\"{urn:parley:conformance}Port\"", "");
            answer(server, Wish.envelope(offer));
        });
        to.add("13.2", "another prefix is the same", server -> {
            String offer = server.suited(Wish.USUAL)
                    .xml("prefix", Server.NO_PARTS)
                    .replace("<p:", "<q:")
                    .replace("</p:", "</q:")
                    .replace("xmlns:p", "xmlns:q");
            answer(server, Wish.envelope(offer));
        });
    }

    private static void refusals(Catalogue<Server> to) {
        to.add("13.1", "a refusal has a reason of the list", server -> {
            XmlTree reply = server.exchange(Wish.envelope(
                            Wish.USUAL.with("channel", "x-unknown").xml("refused", Server.NO_PARTS)))
                    .tree();
            String reason = reply.find("refusal")
                    .orElseThrow(() -> new Mismatch("a refusal", reply.toString()))
                    .attribute("reason");
            if (!REASONS.contains(reason)) {
                throw new Mismatch("one of " + REASONS, reason);
            }
        });
    }

    private static void malformed(Catalogue<Server> to) {
        String offer = Wish.USUAL.xml("malformed", Server.NO_PARTS);
        fault(to, "a body with an element behind the offer", Wish.envelope(offer + "<x:a xmlns:x=\"urn:x\"/>"));
        fault(to, "a body with text beside the offer", Wish.envelope(offer + "text"));
        fault(to, "an offer without any channel", Wish.envelope(offer.replace("<p:channel>stream</p:channel>", "")));
        fault(
                to,
                "an offer without any representation",
                Wish.envelope(offer.replaceAll("<p:representation>[a-z]+</p:representation>", "")));
        fault(to, "an offer without data", Wish.envelope(offer.replaceAll("<p:data [^>]*>", "")));
        fault(
                to,
                "a fingerprint of 63 digits",
                Wish.envelope(offer.replace(Server.NO_PARTS, Server.NO_PARTS.substring(1))));
        fault(to, "a name with a blank", Wish.envelope(offer.replace(">stream<", ">a stream<")));
        fault(to, "a name of 65 letters", Wish.envelope(offer.replace(">stream<", ">" + "a".repeat(65) + "<")));
        fault(to, "a limit that is no number", Wish.envelope(offer.replace("value=\"100\"", "value=\"many\"")));
        fault(to, "a lifetime that is no number", Wish.envelope(offer.replace(">3600<", ">long<")));
        fault(to, "an offer without a version", Wish.envelope(offer.replace(" version=\"1\"", "")));
        fault(to, "an offer without an id", Wish.envelope(offer.replace(" id=\"malformed\"", "")));
        fault(
                to,
                "xsi:type",
                Wish.envelope(offer.replace(
                        "<p:offer ",
                        "<p:offer xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xsi:type=\"p:offer\" ")));
        fault(
                to,
                "xsi:nil",
                Wish.envelope(offer.replace(
                        "<p:lifetime>",
                        "<p:lifetime xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xsi:nil=\"true\">")));
        fault(to, "a processing instruction", Wish.envelope(offer.replace("<p:lifetime>", "<?x y?><p:lifetime>")));
        fault(to, "a document type", "<!DOCTYPE x [<!ENTITY e \"e\">]>" + Wish.envelope(offer));
        fault(
                to,
                "more than 16 nested elements",
                Wish.envelope(offer.replace(
                        "<p:lifetime>", "<p:x>".repeat(MOST_DEPTH) + "</p:x>".repeat(MOST_DEPTH) + "<p:lifetime>")));
        StringBuilder attributes = new StringBuilder("<p:lifetime");
        for (int i = 0; i <= MOST_ATTRIBUTES; i++) {
            attributes.append(" a").append(i).append("=\"\"");
        }
        fault(to, "more than 32 attributes", Wish.envelope(offer.replace("<p:lifetime", attributes)));
        fault(
                to,
                "more than 65,536 bytes",
                Wish.envelope(
                        offer.replace("<p:lifetime>", "<p:x>" + "a".repeat(MOST_NEGOTIATION) + "</p:x><p:lifetime>")));
        StringBuilder operations = new StringBuilder();
        for (int i = 0; i <= 256; i++) {
            operations.append(
                    "<p:operation name=\"{urn:x}o" + i + "\"><p:representation>xml</p:representation></p:operation>");
        }
        fault(
                to,
                "more than 256 operations",
                Wish.envelope(offer.replace("<p:lifetime>", operations + "<p:lifetime>")));
    }

    private interface Judgement {
        void of(XmlTree offer, XmlTree answer);
    }

    private static void answered(Catalogue<Server> to, String section, String title, Wish wish, Judgement judgement) {
        to.add(section, title, server -> {
            String offer = server.suited(wish).xml(wish.newId(), Server.NO_PARTS);
            judgement.of(XmlTree.parse(offer), answer(server, Wish.envelope(offer)));
        });
    }

    private static XmlTree answer(Server server, String envelope) throws IOException {
        HttpExchange.Reply reply = server.exchange(envelope);
        XmlTree tree = reply.tree();
        return tree.find("answer")
                .orElseThrow(() -> new Mismatch(
                        "an answer",
                        "status " + reply.status() + ", "
                                + tree.find("refusal")
                                        .map(refusal -> "a refusal " + refusal.attribute("reason"))
                                        .orElse("no answer")));
    }

    private static void refused(Server server, Wish wish, String... reasons) throws IOException {
        XmlTree reply = server.exchange(Wish.envelope(server.suited(wish).xml(wish.newId(), Server.NO_PARTS)))
                .tree();
        String found = reply.find("refusal")
                .map(refusal -> refusal.attribute("reason"))
                .orElse("no refusal");
        if (!List.of(reasons).contains(found)) {
            throw new Mismatch("a refusal by one of " + List.of(reasons), found);
        }
    }

    /**
     * Adds a case that must be answered by a fault. A long request may also be refused by closing the connection before
     * its end.
     */
    private static void fault(Catalogue<Server> to, String what, String envelope) {
        to.add("13.1", what + " is answered by a fault", server -> {
            HttpExchange.Reply reply = server.exchange(envelope);
            XmlTree tree = reply.tree();
            if (tree.find("Fault").isEmpty()) {
                throw new Mismatch(
                        "a fault", tree.find("answer").isPresent() ? "an answer" : "status " + reply.status());
            }
        });
    }

    private static void equal(String what, String expected, String found) {
        if (!expected.equals(found)) {
            throw new Mismatch(what + " " + expected, found);
        }
    }
}
