package io.parley.representation.xml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.sun.management.ThreadMXBean;
import io.netty.buffer.Unpooled;
import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.binding.Parts;
import io.parley.representation.ContentReader;
import io.parley.representation.Source;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Tests named attacks on text: each ends in a coded error without payload data, with little memory and time. */
class HostileXmlTest {
    private static final String SECRET = "s3cr3t";
    private static final Limits LIMITS = Limits.defaults()
            .with(Limit.MESSAGE_BYTES, 1 << 20)
            .with(Limit.STRING_BYTES, 1 << 16)
            .with(Limit.ITEMS, 10_000)
            .with(Limit.NAMES, 1_000)
            .with(Limit.ATTRIBUTES, 200)
            .with(Limit.DEPTH, 100);
    private static final long LITTLE = 16 << 20;
    private static final long MOST_NANOS = 1_000_000_000;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** A name, then a document in Latin-1, so that any byte can be written. */
    private static final String DOCUMENTS = """
            a document type ~ <!DOCTYPE a><a/>
            a document type without an element ~ <!DOCTYPE a>
            an internal subset ~ <!DOCTYPE a [<!ELEMENT a ANY>]><a/>
            an entity ~ <!DOCTYPE a [<!ENTITY x "s3cr3t">]><a>&x;</a>
            an entity in an attribute ~ <!DOCTYPE a [<!ENTITY x "s3cr3t">]><a b="&x;"/>
            an entity of itself ~ <!DOCTYPE a [<!ENTITY x "&x;">]><a>&x;</a>
            two entities of each other ~ <!DOCTYPE a [<!ENTITY x "&y;"><!ENTITY y "&x;">]><a>&x;</a>
            an external entity ~ <!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/hostname">]><a>&x;</a>
            an external entity by its public name ~ <!DOCTYPE a [<!ENTITY x PUBLIC "p" "file:///etc/hostname">]><a>&x;</a>
            an external entity over a network ~ <!DOCTYPE a [<!ENTITY x SYSTEM "http://127.0.0.1:9/x">]><a>&x;</a>
            an external subset ~ <!DOCTYPE a SYSTEM "http://127.0.0.1:9/a.dtd"><a/>
            a public external subset ~ <!DOCTYPE a PUBLIC "p" "http://127.0.0.1:9/a.dtd"><a/>
            a parameter entity ~ <!DOCTYPE a [<!ENTITY % p SYSTEM "file:///etc/hostname">%p;]><a/>
            a parameter entity that makes another ~ <!DOCTYPE a [<!ENTITY % p "<!ENTITY x 's3cr3t'>">%p;]><a>&x;</a>
            default attributes ~ <!DOCTYPE a [<!ATTLIST a b CDATA "s3cr3t">]><a/>
            attributes that are identifiers ~ <!DOCTYPE a [<!ATTLIST a b ID #IMPLIED>]><a b="1"/>
            a notation ~ <!DOCTYPE a [<!NOTATION n SYSTEM "s3cr3t">]><a/>
            an unparsed entity ~ <!DOCTYPE a [<!NOTATION n SYSTEM "n"><!ENTITY x SYSTEM "x" NDATA n>]><a/>
            a document type behind a comment ~ <!-- c --><!DOCTYPE a><a/>
            a document type behind the root ~ <a/><!DOCTYPE a>
            a document type in the root ~ <a><!DOCTYPE a></a>
            a document type in small letters ~ <!doctype a><a/>
            an undeclared entity ~ <a>&s3cr3t;</a>
            an undeclared entity in an attribute ~ <a b="&s3cr3t;"/>
            an entity of another language ~ <a>&nbsp;</a>
            an ampersand alone ~ <a>s3cr3t & more</a>
            an entity without its end ~ <a>&amp</a>
            a reference to NUL ~ <a>&#0;</a>
            a reference to a control character ~ <a>&#x1F;</a>
            a reference to half a pair ~ <a>&#xD800;</a>
            a reference to the other half ~ <a>&#xDC00;</a>
            a reference to no character ~ <a>&#xFFFE;</a>
            a reference beyond Unicode ~ <a>&#x110000;</a>
            a reference of many digits ~ <a>&#99999999999999999999;</a>
            a reference of many hexadecimal digits ~ <a>&#xFFFFFFFFFFFFFFFF41;</a>
            a reference without digits ~ <a>&#;</a>
            a reference with a sign ~ <a>&#-65;</a>
            a reference in capitals ~ <a>&#X41;</a>
            a control character ~ <a>s3cr3t\u0001</a>
            a control character in an attribute ~ <a b="s3cr3t\u0008"/>
            a control character in a comment ~ <a><!-- s3cr3t\u0006 --></a>
            a control character in an instruction ~ <a><?p s3cr3t\u0007?></a>
            a control character in a section ~ <a><![CDATA[s3cr3t\u0002]]></a>
            a control character in a name ~ <a\u0003/>
            a NUL ~ <a>\u0000</a>
            a NUL before everything ~ \u0000<a/>
            a byte that is no UTF-8 ~ <a>s3cr3t\u00ff</a>
            half a character ~ <a>s3cr3t\u00c3</a>
            a character that is longer than it should be ~ <a>\u00c0\u0080</a>
            half a surrogate pair as UTF-8 ~ <a>\u00ed\u00a0\u0080</a>
            no character as UTF-8 ~ <a>\u00ef\u00bf\u00be</a>
            a character beyond Unicode as UTF-8 ~ <a>\u00f4\u0090\u0080\u0080</a>
            a character of five bytes ~ <a>\u00f8\u0088\u0080\u0080\u0080</a>
            no element ~ <?xml version="1.0"?>
            text alone ~ s3cr3t
            a comment alone ~ <!-- s3cr3t -->
            text before the root ~ s3cr3t<a/>
            text behind the root ~ <a/>s3cr3t
            a section before the root ~ <![CDATA[s3cr3t]]><a/>
            an entity behind the root ~ <a/>&amp;
            two roots ~ <a/><b/>
            an end without a start ~ </a>
            an end behind the root ~ <a/></a>
            an element that stays open ~ <a>s3cr3t
            a tag that stays open ~ <a b="s3cr3t"
            an attribute that stays open ~ <a b="s3cr3t>
            an end tag that stays open ~ <a></a
            another end ~ <a></b>
            ends in the wrong order ~ <a><b></a></b>
            another case at the end ~ <a></A>
            another prefix at the end ~ <p:a xmlns:p="u" xmlns:q="u"></q:a>
            an end tag with an attribute ~ <a></a b="s3cr3t">
            an attribute without a value ~ <a s3cr3t/>
            an attribute without quotes ~ <a b=s3cr3t/>
            an attribute twice ~ <a b="1" b="2"/>
            an attribute twice by two prefixes ~ <a xmlns:p="u" xmlns:q="u" p:b="1" q:b="2"/>
            attributes without a blank between ~ <a b="1"c="2"/>
            a tag in an attribute ~ <a b="<s3cr3t/>"/>
            a name that begins with a digit ~ <1a/>
            a name that begins with a hyphen ~ <-a/>
            a blank before a name ~ < a/>
            a name with two colons ~ <a:b:c xmlns:a="u"/>
            a name that is a colon ~ <:/>
            a name that begins with a colon ~ <:a/>
            a name that ends with a colon ~ <a:/>
            an undeclared prefix ~ <s3cr3t:a/>
            an undeclared prefix of an attribute ~ <a s3cr3t:b="1"/>
            a prefix that is declared elsewhere ~ <a><b xmlns:p="u"/><p:c/></a>
            a prefix undeclared by XML 1.1's rule ~ <a xmlns:p="u"><b xmlns:p=""/></a>
            xml bound elsewhere ~ <a xmlns:xml="urn:s3cr3t"/>
            another prefix for xml ~ <a xmlns:p="http://www.w3.org/XML/1998/namespace"/>
            xmlns declared ~ <a xmlns:xmlns="u"/>
            the namespace of declarations ~ <a xmlns:p="http://www.w3.org/2000/xmlns/"/>
            a declaration twice ~ <a xmlns:p="u" xmlns:p="v"/>
            a default declaration twice ~ <a xmlns="u" xmlns="v"/>
            two hyphens in a comment ~ <a><!-- s3cr3t -- more --></a>
            three hyphens at the end of a comment ~ <a><!-- s3cr3t ---></a>
            a comment that stays open ~ <a><!-- s3cr3t </a>
            an instruction for xml ~ <a><?xml version="1.0"?></a>
            an instruction for XML in capitals ~ <a><?XML s3cr3t?></a>
            an instruction without a target ~ <a><? s3cr3t?></a>
            an instruction that stays open ~ <a><?p s3cr3t</a>
            the end of a section alone ~ <a>s3cr3t ]]></a>
            a section that stays open ~ <a><![CDATA[s3cr3t</a>
            a section in small letters ~ <a><![cdata[s3cr3t]]></a>
            a declaration that is not first ~  <?xml version="1.0"?><a/>
            a declaration without a version ~ <?xml encoding="UTF-8"?><a/>
            a declaration in another order ~ <?xml encoding="UTF-8" version="1.0"?><a/>
            version 1.1 ~ <?xml version="1.1"?><a/>
            version 2.0 ~ <?xml version="2.0"?><a/>
            standalone perhaps ~ <?xml version="1.0" standalone="perhaps"?><a/>
            UTF-7 ~ <?xml version="1.0" encoding="UTF-7"?><a/>
            an encoding that nobody knows ~ <?xml version="1.0" encoding="s3cr3t"?><a/>
            an encoding that is no name ~ <?xml version="1.0" encoding="/etc/hostname"?><a/>
            UTF-16 that is not ~ <?xml version="1.0" encoding="UTF-16"?><a/>
            half a byte order mark ~ \u00ef\u00bb<a/>
            UTF-32 that ends early ~ \u0000\u0000\u00fe\u00ff\u0000\u0000
            """;

    private record Attack(String name, String document) {
        byte[] bytes() {
            return document.getBytes(StandardCharsets.ISO_8859_1);
        }
    }

    @Test
    void thereAreAHundredAndMore() {
        assertThat(attacks()).hasSizeGreaterThanOrEqualTo(100);
        assertThat(attacks().stream().map(Attack::name)).doesNotHaveDuplicates();
    }

    @TestFactory
    Stream<DynamicTest> anAttackEndsInACodeWithLittleMemoryAndTime() {
        return attacks().stream()
                .map(attack -> DynamicTest.dynamicTest(attack.name, () -> assertRefused(attack.bytes())));
    }

    private static List<Attack> attacks() {
        List<Attack> all = new ArrayList<>();
        DOCUMENTS.lines().forEach(line -> {
            int mark = line.indexOf(" ~ ");
            all.add(attack(line.substring(0, mark), line.substring(mark + 3)));
        });
        all.add(attack("nothing at all", ""));
        all.add(attack("a billion laughs", laughs()));
        all.add(attack(
                "one long entity many times",
                "<!DOCTYPE a [<!ENTITY x \"" + "x".repeat(10_000) + "\">]><a>" + "&x;".repeat(10_000) + "</a>"));
        all.add(attack("elements nested too deep", "<a>".repeat(101) + "</a>".repeat(101)));
        all.add(attack("elements nested without end", "<a>".repeat(300_000)));
        all.add(attack("too many attributes", "<a " + numbered(201, "b%d='' ") + "/>"));
        all.add(attack("attributes without end", "<a " + numbered(90_000, "b%d='' ") + "/>"));
        all.add(attack("declarations without end", "<a " + numbered(60_000, "xmlns:p%d='u' ") + "/>"));
        all.add(attack("too many declarations", "<a " + numbered(201, "xmlns:p%d='u' ") + "/>"));
        all.add(attack("too many elements", "<a>" + "<b/>".repeat(10_001) + "</a>"));
        all.add(attack("too many names", "<a>" + numbered(1_001, "<b%d/>") + "</a>"));
        all.add(attack("too many namespaces", "<a>" + numbered(1_001, "<b xmlns='u%d'/>") + "</a>"));
        all.add(attack("a text that is too long", "<a>" + "x".repeat((1 << 16) + 1) + "</a>"));
        all.add(attack("a text in pieces that is too long", "<a>" + "x&amp;".repeat((1 << 15) + 1) + "</a>"));
        all.add(attack("an attribute that is too long", "<a b='" + "x".repeat((1 << 16) + 1) + "'/>"));
        all.add(attack("a comment that is too long", "<a><!--" + "x".repeat((1 << 16) + 1) + "--></a>"));
        all.add(attack("an instruction that is too long", "<a><?p " + "x".repeat((1 << 16) + 1) + "?></a>"));
        all.add(attack("a section that is too long", "<a><![CDATA[" + "x".repeat((1 << 16) + 1) + "]]></a>"));
        all.add(attack("a name that is too long", "<" + "a".repeat(1 << 19) + " b"));
        all.add(attack("a blank without end", "<a" + " ".repeat(1 << 19)));
        all.add(attack("brackets without end", "<".repeat(1 << 19)));
        all.add(attack("ampersands without end", "<a>" + "&".repeat(1 << 19)));
        return all;
    }

    private static String laughs() {
        return "<!DOCTYPE a [<!ENTITY x0 \"ha\">"
                + IntStream.range(1, 30)
                        .mapToObj(i -> "<!ENTITY x" + i + " \"" + ("&x" + (i - 1) + ";").repeat(10) + "\">")
                        .collect(Collectors.joining())
                + "]><a>&x29;</a>";
    }

    private static String numbered(int count, String text) {
        return IntStream.range(0, count)
                .mapToObj(i -> String.format(Locale.ROOT, text, i))
                .collect(Collectors.joining());
    }

    private static Attack attack(String name, String document) {
        return new Attack(name, document);
    }

    private static void assertRefused(byte[] bytes) {
        assertThat(catchThrowable(() -> read(bytes)))
                .as("once before, so that classes are loaded")
                .isNotNull();
        long allocated = THREADS.getCurrentThreadAllocatedBytes();
        long nanos = THREADS.getCurrentThreadCpuTime();
        Throwable thrown = catchThrowable(() -> read(bytes));
        assertThat(THREADS.getCurrentThreadCpuTime() - nanos).as("CPU time, ns").isLessThan(MOST_NANOS);
        assertThat(THREADS.getCurrentThreadAllocatedBytes() - allocated)
                .as("bytes allocated")
                .isLessThan(LITTLE);
        assertThat(thrown)
                .isInstanceOfSatisfying(
                        ParleyException.class,
                        e -> assertThat(e.code())
                                .isIn(ErrorCode.XML_REFUSED, ErrorCode.LIMIT, ErrorCode.MALFORMED_MESSAGE));
        assertThat(thrown.getMessage()).doesNotContain(SECRET);
    }

    /**
     * Names are not counted in a message that is too short for too many; this is the shortest message with too many.
     */
    @Test
    void theShortestDocumentWithOneNameMoreThanAllowedIsRefused() throws Exception {
        Limits few = LIMITS.with(Limit.NAMES, 20);
        read(shortest(20), few);

        assertThat(catchThrowable(() -> read(shortest(21), few)))
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LIMIT));
    }

    private static byte[] shortest(int names) {
        String children = IntStream.range(1, names)
                .mapToObj(i -> "<" + (char) ('a' + i) + "/>")
                .collect(Collectors.joining());
        return ("<a>" + children + "</a>").getBytes(StandardCharsets.US_ASCII);
    }

    private static void read(byte[] bytes) throws Exception {
        read(bytes, LIMITS);
    }

    private static void read(byte[] bytes, Limits limits) throws Exception {
        try (Source source = Source.of(Unpooled.wrappedBuffer(bytes), limits)) {
            ContentReader reader = new XmlRepresentation().newReader(source, Parts.none());
            while (reader.hasNext()) {
                if (reader.next() == ContentReader.START_ELEMENT) {
                    for (int i = 0; i < reader.getAttributeCount(); i++) {
                        reader.getAttributeValue(i);
                    }
                }
            }
            source.expectEnd("document");
        }
    }
}
