package io.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.parley.Limits;
import io.parley.schema.SafeXml;
import io.parley.testkit.Infoset;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;

/**
 * Tests files like those of a conformance suite with {@code encode} and {@code decode} in every form: each has the same
 * Canonical XML after a round trip, or is refused with a code. The expected outcome of each is fixed.
 */
class OddDocumentsTest {
    /** A schema whose root allows any content, so that forms with a schema can encode it. */
    private static final String SCHEMA = """
            <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
              <xs:element name="doc"><xs:complexType mixed="true"><xs:sequence>
                <xs:any minOccurs="0" maxOccurs="unbounded" processContents="lax"/></xs:sequence>
                <xs:anyAttribute processContents="lax"/></xs:complexType></xs:element>
            </xs:schema>""";

    private static final Map<String, byte[]> KEPT = kept();
    private static final Map<String, byte[]> REFUSED = refused();

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"xml", "bnux", "fastinfoset", "exi", "exi-schema"})
    void everyDocumentComesBackOrIsRefusedByItsCode(String form) throws Exception {
        Map<String, Path> files = write();
        Map<String, String> errors = encode(form, files);

        assertThat(errors.keySet()).as("refused").containsExactlyInAnyOrderElementsOf(REFUSED.keySet());
        errors.forEach((name, error) -> assertThat(error).as(name).matches("(?s)(XML_REFUSED|LIMIT): .*"));
        Map<String, Path> back = decode(form, KEPT.keySet());
        for (String name : KEPT.keySet()) {
            assertThat(canonical(tree(back.get(name)))).as(name).isEqualTo(canonical(tree(files.get(name))));
        }
    }

    /**
     * Forms with a schema keep the root element and its content, or give the reason why not; no schema describes
     * anything outside the root.
     */
    @ParameterizedTest
    @ValueSource(strings = {"hhfr", "tdxml"})
    void formsWithASchemaKeepTheRootOrRefuseByACode(String form) throws Exception {
        Map<String, Path> files = write();
        Map<String, String> errors = encode(form, files);

        assertThat(errors.keySet()).containsAll(REFUSED.keySet());
        errors.forEach((name, error) -> assertThat(error).as(name).matches("(?s)[A-Z_]+: .*"));
        List<String> kept =
                KEPT.keySet().stream().filter(name -> !errors.containsKey(name)).toList();
        assertThat(kept.size()).as("kept, refused " + errors).isGreaterThan(KEPT.size() * 3 / 4);
        Map<String, Path> back = decode(form, kept);
        for (String name : kept) {
            assertThat(rootOf(back.get(name))).as(name).isEqualTo(rootOf(files.get(name)));
        }
    }

    @Test
    void aDocumentWithoutTheSchemasRootIsRefusedWithTheFix() throws Exception {
        Path other = Files.writeString(directory.resolve("other.xml"), "<other/>");

        for (String form : List.of("hhfr", "tdxml")) {
            assertThat(encode(form, Map.of("other", other)).get("other"))
                    .startsWith("SCHEMA_VIOLATION")
                    .contains("name its schema by --schema");
        }
    }

    private static Map<String, byte[]> kept() {
        Map<String, byte[]> all = new LinkedHashMap<>();
        put(
                all,
                "undeclared default namespace",
                "<doc><a xmlns='urn:a'><b xmlns=''><c xmlns='urn:c'/></b><d/></a></doc>");
        put(all, "undeclaring what is not declared", "<doc xmlns=''><a xmlns=''/></doc>");
        put(
                all,
                "a prefix that changes its meaning",
                "<doc xmlns:p='urn:1'><p:a p:b='1'><p:c xmlns:p='urn:2' p:b='2'/></p:a></doc>");
        put(
                all,
                "a prefix and the default for one namespace",
                "<doc><a xmlns='urn:a' xmlns:p='urn:a' p:b='1' b='2'><p:a/></a></doc>");
        put(
                all,
                "two prefixes for one namespace",
                "<doc xmlns:p='urn:a' xmlns:q='urn:a'><p:a q:b='1'/><q:a p:b='2'/></doc>");
        put(all, "unused declarations", "<doc xmlns:a='urn:a'><b xmlns:c='urn:c' xmlns:d='urn:d'/></doc>");
        put(all, "repeated declarations", "<doc xmlns:p='urn:p'><p:a xmlns:p='urn:p'/></doc>");
        put(all, "the prefix xml declared", "<doc xmlns:xml='http://www.w3.org/XML/1998/namespace' xml:lang='x'/>");
        put(all, "xml:space", "<doc xml:space='preserve'> <a xml:space='default'> <b/> </a> </doc>");
        put(all, "xml:base", "<doc xml:base='http://example.org/a/'><b xml:base='../c#d'/></doc>");
        put(all, "xml:lang", "<doc xml:lang='de-CH-1996'><a xml:lang=''/></doc>");
        put(all, "xml:id", "<doc><a xml:id='i'/><b xml:id='  j '/></doc>");
        put(all, "names with everything", "<doc><_-.0\u00b7\u0300/><\u00e9t\u00e9 \u4e2d='1'/><x.y-z_1/></doc>");
        put(all, "names that begin with xml", "<doc><xmlish xmlx='1'/></doc>");
        put(all, "one name for all", "<doc><a a='a'><a>a</a><?a a?><!--a--></a></doc>");
        put(all, "a section", "<doc><![CDATA[<a>&amp;</a>]]></doc>");
        put(all, "an empty section", "<doc><![CDATA[]]></doc>");
        put(all, "sections in a row", "<doc><![CDATA[a]]><![CDATA[b]]>c<![CDATA[d]]></doc>");
        put(all, "the end of a section in two", "<doc><![CDATA[]]]]><![CDATA[>]]></doc>");
        put(all, "brackets in text", "<doc>]] ]]&gt; ]>&#93;]&gt;</doc>");
        put(all, "comments everywhere", "<!--a--><doc><!----><!-- - - --><a/><!--b--></doc><!--c-->");
        put(all, "markup in a comment", "<doc><!-- <a> & ]]> <?b?> &#x0; --></doc>");
        put(all, "instructions everywhere", "<?a b?><doc><?c?><?d  e ?><?f ?g? > ?></doc><?h?>");
        put(all, "instructions that look like others", "<doc><?xml-stylesheet href='a'?><?xmlish b?><?XM l?></doc>");
        put(all, "an instruction with markup", "<doc><?a <b>&c; <!-- ]]>?></doc>");
        put(all, "predefined entities", "<doc a='&lt;&gt;&amp;&apos;&quot;'>&lt;&gt;&amp;&apos;&quot;</doc>");
        put(all, "references", "<doc a='&#65;&#x42;&#0067;'>&#68;&#x045;&#x1F600;&#128512;</doc>");
        put(all, "the first and last characters", "<doc>&#9;&#xD7FF;&#xE000;&#xFFFD;&#x10000;&#x10FFFF;</doc>");
        put(
                all,
                "surrogate pairs",
                "<doc a='\uD83D\uDE00'>\uD834\uDD1E<!--\uD83D\uDE00--><?p \uD83D\uDE00?><![CDATA[\uD83D\uDE00]]></doc>");
        put(all, "a next line and a line separator", "<doc a='\u0085\u2028'>\u0085 \u2028</doc>");
        put(all, "C1 controls and no-break spaces", "<doc>\u007f\u0080\u009f\u00a0\ufeff\u200b</doc>");
        put(all, "combining characters not composed", "<doc>e\u0301 \u00e9 \ufb01 \u212b</doc>");
        put(all, "right to left", "<doc>\u05d0\u0628\u202e\u202c</doc>");
        put(all, "line ends of three systems", "<doc a='1\r\n2\r3\n4'>1\r\n2\r3\n4\r\r\n\n</doc>");
        put(all, "line ends as references", "<doc a='&#13;&#10;&#13;'>&#13;&#10;&#13;</doc>");
        put(all, "line ends in comments and instructions", "<doc><!--1\r\n2\r3--><?p 1\r\n2\r3?></doc>");
        put(all, "attributes with white space", "<doc a=' \t\n x  y \r\n' b='&#32;&#9;&#10;'/>");
        put(all, "attributes that are empty", "<doc a='' b=\"\"/>");
        put(all, "attributes in quotes of both kinds", "<doc a='\"' b=\"'\"/>");
        put(all, "a greater sign in an attribute", "<doc a='>' b='->]]>'/>");
        put(all, "white space in tags", "<doc\n\ta = '1'\r\n b\n=\n'2'\t><c\n/></doc\n>");
        put(all, "white space around the root", "\n\n<doc/>\n \t\n");
        put(
                all,
                "white space in a declaration",
                "<?xml\n version = '1.0'\t encoding\n=\n'UTF-8' standalone = 'yes' ?><doc/>");
        put(all, "standalone", "<?xml version='1.0' standalone='no'?><doc/>");
        put(all, "a root that is empty in two tags", "<doc></doc>");
        put(all, "white space alone", "<doc> \n\t </doc>");
        put(all, "mixed content", "<doc>a<b>c</b> d <e/>f<g> h </g></doc>");
        put(all, "nested as deep as is allowed", "<doc>" + "<a>".repeat(99) + "</a>".repeat(99) + "</doc>");
        put(all, "many attributes", "<doc " + numbered(200, "a%d='%<d' ") + "/>");
        put(all, "many declarations", "<doc " + numbered(200, "xmlns:p%d='urn:%<d' ") + "/>");
        put(all, "many names", "<doc>" + numbered(300, "<a%d/>") + "</doc>");
        put(all, "many children", "<doc>" + "<a>b</a>".repeat(2_000) + "</doc>");
        put(all, "a long text", "<doc>" + "\u00e4 \uD83D\uDE00 &amp; ".repeat(3_000) + "</doc>");
        put(all, "a long attribute", "<doc a='" + "x".repeat(20_000) + "'/>");
        put(all, "a long name", "<doc><" + "n".repeat(5_000) + "/></doc>");
        put(all, "a long comment", "<doc><!--" + "- x".repeat(2_000) + "--></doc>");
        put(all, "a long section", "<doc><![CDATA[" + "]] >".repeat(2_000) + "]]></doc>");
        put(all, "texts that repeat", "<doc>" + "<a b='same'>same</a>".repeat(500) + "</doc>");
        put(all, "texts that look like numbers", "<doc><a>007</a><b>+1.50E0</b><c> 1 </c><d>-0</d><e>NaN</e></doc>");
        put(
                all,
                "xsi:type and xsi:nil",
                "<doc xmlns:i='http://www.w3.org/2001/XMLSchema-instance'><a i:type='x:y' i:nil='true'>z</a></doc>");
        put(all, "a schema in a document", "<doc>" + SCHEMA + "</doc>");
        put(
                all,
                "an envelope",
                "<doc><s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body/></s:Envelope></doc>");
        put(
                all,
                "a table's own names",
                "<doc xmlns:TDXML='urn:parley:tdxml:1'><TDXML:x>[0]|\\N</TDXML:x>\\ [0](0)|</doc>");
        put(all, "escapes of other forms", "<doc>\\n \\N \\X \\u0041 %41 &amp;#65; $EXI</doc>");
        encoded(all, "UTF-8", "");
        encoded(all, "UTF-8", "\ufeff");
        encoded(all, "ISO-8859-1", "");
        encoded(all, "US-ASCII", "");
        encoded(all, "windows-1252", "");
        encoded(all, "UTF-16BE", "\ufeff");
        encoded(all, "UTF-16LE", "\ufeff");
        return all;
    }

    private static Map<String, byte[]> refused() {
        Map<String, byte[]> all = new LinkedHashMap<>();
        put(all, "a document type", "<!DOCTYPE doc><doc/>");
        put(all, "a document type with entities", "<!DOCTYPE doc [<!ENTITY e 'x'>]><doc>&e;</doc>");
        put(all, "a document type with default attributes", "<!DOCTYPE doc [<!ATTLIST doc a CDATA 'x'>]><doc/>");
        put(all, "a document type elsewhere", "<!DOCTYPE doc SYSTEM 'doc.dtd'><doc/>");
        put(all, "an entity that nobody declared", "<doc>&nbsp;</doc>");
        put(all, "XML 1.1", "<?xml version='1.1'?><doc>&#1;</doc>");
        put(all, "a control character", "<doc>\u0001</doc>");
        put(all, "a reference to half a pair", "<doc>&#xD800;</doc>");
        put(all, "a prefix undeclared", "<doc><p:a/></doc>");
        put(all, "a prefix undeclared as in XML 1.1", "<doc xmlns:p='urn:p'><a xmlns:p=''/></doc>");
        put(all, "an attribute twice", "<doc a='1' a='2'/>");
        put(all, "an attribute twice by two prefixes", "<doc xmlns:p='u:' xmlns:q='u:' p:a='1' q:a='2'/>");
        put(all, "tags in the wrong order", "<doc><a><b></a></b></doc>");
        put(all, "two roots", "<doc/><doc/>");
        put(all, "nothing", "");
        put(all, "text alone", "text");
        put(all, "deeper than is allowed", "<doc>" + "<a>".repeat(100) + "</a>".repeat(100) + "</doc>");
        put(all, "more names than are allowed", "<doc>" + numbered(10_001, "<a%d/>") + "</doc>");
        all.put("bytes that are no UTF-8", "<doc>\u00e4</doc>".getBytes(StandardCharsets.ISO_8859_1));
        return all;
    }

    private static void put(Map<String, byte[]> all, String name, String document) {
        all.put(name, document.getBytes(StandardCharsets.UTF_8));
    }

    private static void encoded(Map<String, byte[]> all, String encoding, String mark) {
        Charset charset = Charset.forName(encoding);
        String named = encoding.startsWith("UTF-16") ? "UTF-16" : encoding;
        String text = charset.newEncoder().canEncode('\u00e4') ? "\u00e4" : "a";
        String document =
                mark + "<?xml version='1.0' encoding='" + named + "'?><doc a='" + text + "'>" + text + "&#x20AC;</doc>";
        all.put(encoding + (mark.isEmpty() ? "" : " with a mark"), document.getBytes(charset));
    }

    private static String numbered(int count, String text) {
        return IntStream.range(0, count).mapToObj(text::formatted).collect(Collectors.joining());
    }

    private Map<String, Path> write() throws IOException {
        Map<String, Path> files = new LinkedHashMap<>();
        for (Map<String, byte[]> documents : List.of(KEPT, REFUSED)) {
            for (Map.Entry<String, byte[]> document : documents.entrySet()) {
                files.put(
                        document.getKey(),
                        Files.write(directory.resolve(fileName(document.getKey())), document.getValue()));
            }
        }
        return files;
    }

    /** Encodes all files by one run of the command; returns the errors of the refused ones. */
    private Map<String, String> encode(String form, Map<String, Path> files) throws IOException {
        List<String> words = words("encode", "--as", form, "--out", directory.resolve(form));
        files.values().forEach(file -> words.add(file.toString()));
        JsonNode report = CommandRun.of(words.toArray(String[]::new)).json();
        Map<String, String> errors = new LinkedHashMap<>();
        List<String> names = List.copyOf(files.keySet());
        for (int i = 0; i < names.size(); i++) {
            String error = report.get("files").get(i).get("error").textValue();
            if (!error.isEmpty()) {
                errors.put(names.get(i), error);
            }
        }
        return errors;
    }

    private Map<String, Path> decode(String form, Iterable<String> names) throws IOException {
        Path back = directory.resolve(form + "-back");
        List<String> words = words("decode", "--from", form, "--out", back);
        Map<String, Path> files = new LinkedHashMap<>();
        for (String name : names) {
            words.add(
                    directory.resolve(form).resolve(fileName(name) + "." + form).toString());
            files.put(name, back.resolve(form.equals("xml") ? fileName(name) + ".xml" : fileName(name)));
        }
        CommandRun run = CommandRun.of(words.toArray(String[]::new));
        assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
        return files;
    }

    private List<String> words(Object... first) throws IOException {
        List<String> words = new ArrayList<>();
        for (Object word : first) {
            words.add(word.toString());
        }
        Path schema = Files.writeString(directory.resolve("doc.xsd"), SCHEMA);
        words.addAll(List.of("--json", "--schema", schema.toString()));
        return words;
    }

    private static String fileName(String name) {
        return name.replaceAll("[^A-Za-z0-9-]", "_") + ".xml";
    }

    private static String canonical(Document tree) {
        return Infoset.canonical(tree, "http://www.w3.org/TR/2001/REC-xml-c14n-20010315#WithComments");
    }

    private static String rootOf(Path file) throws Exception {
        Document tree = tree(file);
        while (tree.getFirstChild() != tree.getDocumentElement()) {
            tree.removeChild(tree.getFirstChild());
        }
        while (tree.getLastChild() != tree.getDocumentElement()) {
            tree.removeChild(tree.getLastChild());
        }
        return canonical(tree);
    }

    private static Document tree(Path file) throws IOException, XMLStreamException {
        XMLStreamReader reader = SafeXml.reader(new ByteArrayInputStream(Files.readAllBytes(file)), Limits.defaults());
        return Infoset.tree(reader);
    }
}
