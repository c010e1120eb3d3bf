package io.parley.bench.document;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/** Generates documents of the kinds named in the bnux paper, from a fixed seed. Each instance is used once. */
final class Prose {
    private static final long SEED = 20_050_907;
    private static final String[] WORDS = {
        "the", "of", "and", "to", "in", "a", "is", "that", "for", "it", "was", "on", "are", "as", "with", "his", "they",
        "at", "be", "this", "from", "have", "or", "by", "one", "had", "not", "but", "what", "all", "were", "when", "we",
        "there", "can", "an", "your", "which", "their", "said", "if", "do", "will", "each", "about", "how", "up", "out",
        "harbour", "lantern", "copper", "orchard", "winter", "captain", "letter", "window", "evening", "river", "Grüße",
        "señor", "naïve", "Ægir"
    };

    private final SplittableRandom random = new SplittableRandom(SEED);
    private final StringBuilder text = new StringBuilder();

    /** Returns a message of a few hundred bytes with three namespaces. */
    byte[] note() {
        text.append("<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Header>")
                .append(
                        "<a:To xmlns:a=\"http://www.w3.org/2005/08/addressing\">http://localhost/orders</a:To></s:Header>")
                .append("<s:Body><o:status xmlns:o=\"urn:example:orders\" order=\"A-17\"><o:since>2006-04-18</o:since>")
                .append("<o:by>Mary Khan</o:by></o:status></s:Body></s:Envelope>");
        return done();
    }

    /** Returns a feed's entry below 1 KB, with text. */
    byte[] entry() {
        text.append("<entry xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"en\"><id>urn:example:entry:1</id><title>");
        words(6);
        text.append(
                        "</title><link rel=\"alternate\" href=\"http://example.org/2006/04/entry\"/><author><name>Mary Khan")
                .append("</name></author><summary type=\"text\">");
        words(60);
        text.append("</summary></entry>");
        return done();
    }

    /** Returns a play: much text, few names, white space between elements. */
    byte[] play() {
        text.append("<?xml version=\"1.0\"?>\n<play>\n<title>");
        words(5);
        text.append("</title>\n");
        for (int speech = 0; speech < 1_000; speech++) {
            text.append("<speech>\n<speaker>")
                    .append(WORDS[48 + random.nextInt(12)])
                    .append("</speaker>\n");
            for (int line = 0; line < 4; line++) {
                text.append("<line>");
                words(8);
                text.append("</line>\n");
            }
            text.append("</speech>\n");
        }
        text.append("</play>\n");
        return done();
    }

    /** Returns a catalogue, with most of its content in attributes. */
    byte[] catalogue() {
        text.append("<catalogue xmlns=\"urn:example:catalogue\">");
        for (int number = 0; number < 3_000; number++) {
            text.append("<article number=\"")
                    .append(number)
                    .append("\" colour=\"")
                    .append(WORDS[random.nextInt(20)])
                    .append("\" unit=\"piece\" price=\"")
                    .append(random.nextInt(10_000) / 100.0)
                    .append("\" stock=\"")
                    .append(random.nextInt(50))
                    .append("\"/>");
        }
        text.append("</catalogue>");
        return done();
    }

    /** Returns a log: records of many short fields, without namespaces or attributes. */
    byte[] log() {
        text.append("<log>\n");
        for (int line = 0; line < 6_000; line++) {
            text.append(" <entry>\n  <host>192.168.1.")
                    .append(random.nextInt(40))
                    .append("</host>\n  <time>10/Apr/2006:")
                    .append(10 + random.nextInt(10))
                    .append(":")
                    .append(10 + random.nextInt(50))
                    .append("</time>\n  <method>GET</method>\n  <path>/")
                    .append(WORDS[random.nextInt(30)])
                    .append("/index.html</path>\n  <status>200</status>\n  <bytes>")
                    .append(random.nextInt(5_000))
                    .append("</bytes>\n </entry>\n");
        }
        text.append("</log>\n");
        return done();
    }

    /** Returns a response in the RPC style of SOAP: prefixes everywhere, types in attributes, all entries alike. */
    byte[] answer() {
        text.append("<soapenv:Envelope xmlns:soapenv=\"http://schemas.xmlsoap.org/soap/envelope/\"")
                .append(" xmlns:xsd=\"http://www.w3.org/2001/XMLSchema\"")
                .append(" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\"><soapenv:Body>")
                .append("<ns1:findResponse xmlns:ns1=\"urn:example:search\"><return xsi:type=\"ns1:Results\">");
        for (int hit = 0; hit < 400; hit++) {
            text.append("<item xsi:type=\"ns1:Hit\"><title xsi:type=\"xsd:string\">");
            words(7);
            text.append("</title><rank xsi:type=\"xsd:int\">")
                    .append(hit)
                    .append("</rank><cached xsi:type=\"xsd:boolean\">true</cached><url xsi:type=\"xsd:anyURI\">")
                    .append("http://example.org/")
                    .append(random.nextInt(1_000_000))
                    .append("</url></item>");
        }
        text.append("</return></ns1:findResponse></soapenv:Body></soapenv:Envelope>");
        return done();
    }

    private void words(int count) {
        for (int i = 0; i < count; i++) {
            text.append(i == 0 ? "" : " ").append(WORDS[random.nextInt(WORDS.length)]);
        }
    }

    private byte[] done() {
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }
}
