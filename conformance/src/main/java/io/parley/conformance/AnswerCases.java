package io.parley.conformance;

import java.io.IOException;
import java.util.function.UnaryOperator;

/** Answers that a client must refuse or accept: sections 13.2 and 13.5. */
final class AnswerCases {
    private AnswerCases() {}

    static void add(Catalogue<Clients> to) {
        terms(to);
        addressesAndTokens(to);
        shapes(to);
        otherReplies(to);
        tolerated(to);
    }

    private static void terms(Catalogue<Clients> to) {
        refused(
                to,
                "13.2",
                "an answer to another offer",
                answer -> answer.replaceAll(" offer=\"[^\"]*\"", " offer=\"other\""));
        refused(
                to,
                "13.2",
                "an answer of a higher version",
                answer -> answer.replace("version=\"1\"", "version=\"2\""));
        refused(to, "13.2", "a representation that was not offered", with("representation", "x-unknown"));
        refused(to, "13.2", "a channel that was not offered", with("channel", "x-unknown"));
        refused(to, "13.2", "a compression that was not offered", with("compression", "x-unknown"));
        refused(to, "13.2", "a reliability that was not offered", with("reliability", "x-unknown"));
        refused(
                to,
                "13.2",
                "two representations",
                answer -> answer.replaceFirst("(<p:representation>.*?</p:representation>)", "$1$1"));
        refused(to, "13.2", "no channel", answer -> answer.replaceAll("<p:channel>.*?</p:channel>", ""));
        refused(
                to,
                "13.2",
                "a limit above that of the offer",
                answer -> answer.replaceAll("(parley.limits.depth\" value=\")[0-9]+", "$1999999999"));
        refused(
                to,
                "13.2",
                "a lifetime above that of the offer",
                answer -> answer.replace("<p:lifetime>600<", "<p:lifetime>999999999<"));
        to.add("13.2", "security tls at an address of http is not accepted: no connection is made", clients -> {
            if (clients.isProtected()) {
                throw new NotApplicable("the URL is one of https");
            }
            refused(clients, with("security", "tls"));
        });
        refused(
                to,
                "13.2",
                "a certificate without tls",
                answer -> with("security", "none")
                        .apply(answer.replaceAll("<p:certificate>.*?</p:certificate>", ""))
                        .replace(
                                "<p:compression>",
                                "<p:certificate>" + "0".repeat(64) + "</p:certificate><p:compression>"));
    }

    private static void addressesAndTokens(Catalogue<Clients> to) {
        refused(
                to,
                "13.2",
                "a host that the client's user did not allow",
                answer -> answer.replace("<p:address ", "<p:address host=\"elsewhere.invalid\" "));
        refused(to, "13.2", "no address", answer -> answer.replaceAll("<p:address [^>]*>", ""));
        refused(to, "13.2", "no token", answer -> answer.replaceAll("<p:token>.*?</p:token>", ""));
        refused(
                to,
                "13.2",
                "a token of 15 bytes",
                answer -> answer.replaceAll("<p:token>.*?</p:token>", "<p:token>" + "A".repeat(20) + "</p:token>"));
        refused(
                to,
                "13.2",
                "a token that is no base64url",
                answer -> answer.replaceAll("<p:token>.*?</p:token>", "<p:token>" + "+".repeat(54) + "</p:token>"));
        refused(to, "13.3", "no data", answer -> answer.replaceAll("<p:data [^>]*>", ""));
    }

    private static void shapes(Catalogue<Clients> to) {
        refused(to, "13.1", "another element after the answer", answer -> answer + "<x:a xmlns:x=\"urn:x\"/>");
        refused(to, "13.1", "text beside the answer", answer -> answer + "text");
        refused(
                to,
                "13.2",
                "an answer with xsi:nil",
                answer -> answer.replace(
                        "<p:lifetime>",
                        "<p:lifetime xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xsi:nil=\"true\">"));
        refused(
                to,
                "13.2",
                "an answer with a processing instruction",
                answer -> answer.replace("<p:lifetime>", "<?x y?><p:lifetime>"));
        refused(
                to,
                "13.2",
                "an answer of more than 65,536 bytes",
                answer -> answer.replace("<p:lifetime>", "<p:x>" + "a".repeat(65_536) + "</p:x><p:lifetime>"));
        refused(
                to,
                "13.1",
                "a refusal",
                answer -> "<p:refusal xmlns:p=\"urn:parley:1\" reason=\"SWITCHED_OFF\">off</p:refusal>");
        refused(
                to,
                "13.1",
                "a refusal with a reason of no list",
                answer -> "<p:refusal xmlns:p=\"urn:parley:1\" reason=\"NOVELTY\"/>");
    }

    private static void otherReplies(Catalogue<Clients> to) {
        replied(
                to,
                "a SOAP fault",
                Reply.responding(500, "text/xml", Response.fault().body()));
        replied(
                to,
                "a SOAP fault with status 200",
                Reply.responding(200, "text/xml", Response.fault().body()));
        replied(to, "HTML", Reply.responding(200, "text/html", "<html><body>hello</body></html>"));
        replied(to, "404", Reply.responding(404, "text/plain", "not here"));
        replied(to, "an empty response", Reply.responding(200, "text/xml", ""));
        replied(to, "401", Reply.responding(401, "text/plain", "who are you"));
        replied(
                to,
                "an answer with status 500",
                new Reply(
                        UnaryOperator.identity(), said -> new Response(500, said.type(), said.body(), said.headers())));
    }

    private static void tolerated(Catalogue<Clients> to) {
        taken(
                to,
                "an unknown element",
                answer -> answer.replace("<p:lifetime>", "<p:novelty>1</p:novelty><p:lifetime>"));
        taken(to, "an unknown attribute", answer -> answer.replace("<p:lifetime>", "<p:lifetime novelty=\"1\">"));
        taken(to, "smaller limits", answer -> answer.replaceAll("(parley.limits.depth\" value=\")[0-9]+", "$120"));
        taken(
                to,
                "another prefix",
                answer -> answer.replace("<p:", "<q:").replace("</p:", "</q:").replace("xmlns:p", "xmlns:q"));
        taken(
                to,
                "a host that is the service's own, in capitals",
                answer -> answer.replace("<p:address ", "<p:address host=\"" + Visit.HOST_IN_CAPITALS + "\" "));
        taken(
                to,
                "an address of another host before one that is allowed",
                answer ->
                        answer.replace("<p:address ", "<p:address host=\"elsewhere.invalid\" port=\"9\"/><p:address "));
    }

    static UnaryOperator<String> with(String term, String value) {
        return answer -> answer.replaceAll("<p:" + term + ">.*?<", "<p:" + term + ">" + value + "<");
    }

    private static void refused(Catalogue<Clients> to, String section, String what, UnaryOperator<String> change) {
        to.add(section, what + " is not accepted: no connection is made", clients -> refused(clients, change));
    }

    static void refused(Clients clients, UnaryOperator<String> change) throws IOException {
        try (Visit visit = clients.visit(Reply.answering(change))) {
            visit.expectRefused();
        }
    }

    private static void replied(Catalogue<Clients> to, String what, Reply reply) {
        to.add("13.5", what + " is no answer: no connection is made", clients -> {
            try (Visit visit = clients.visit(reply)) {
                visit.expectRefused();
            }
        });
    }

    private static void taken(Catalogue<Clients> to, String what, UnaryOperator<String> change) {
        to.add("13.2", "an answer with " + what + " is accepted", clients -> {
            try (Visit visit = clients.visit(Reply.answering(change));
                    Session session = visit.open()) {
                visit.takeRequest(session);
            }
        });
    }
}
