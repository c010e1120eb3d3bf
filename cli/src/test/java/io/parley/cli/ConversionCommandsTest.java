package io.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.parley.Limits;
import io.parley.schema.SafeXml;
import io.parley.testkit.Infoset;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.stream.XMLStreamReader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xmlunit.builder.DiffBuilder;

/** Tests {@code encode} and {@code decode}: file names, forms and rejected input. */
class ConversionCommandsTest {
    private static final String XML = """
            <?xml version="1.0" encoding="UTF-8"?><!-- before --><?note a b?>
            <o:orders xmlns:o="urn:orders" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><o:order id="A-1">\
            <o:customer>Zoë &amp; Söhne</o:customer><o:total>007.50</o:total></o:order>
              <o:order id="A-2"><o:customer/><o:total>2</o:total></o:order></o:orders>""";

    private static final String TYPED = """
            <o:orders xmlns:o="urn:orders"><o:order id="A-1"><o:customer>Zoë</o:customer><o:total>7.5</o:total></o:order>\
            <o:order id="A-2"><o:customer></o:customer><o:total>2</o:total></o:order></o:orders>""";

    private static final String SCHEMA = """
            <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:o="urn:orders" targetNamespace="urn:orders"
                elementFormDefault="qualified">
              <xs:element name="orders"><xs:complexType><xs:sequence>
                <xs:element name="order" type="o:Order" maxOccurs="unbounded"/></xs:sequence></xs:complexType></xs:element>
              <xs:element name="another" type="xs:int"/>
              <xs:complexType name="Order"><xs:sequence>
                <xs:element name="customer" type="xs:string"/><xs:element name="total" type="xs:decimal"/></xs:sequence>
                <xs:attribute name="id" type="xs:string"/></xs:complexType>
            </xs:schema>""";

    @TempDir
    private Path directory;

    private Path in;
    private Path out;
    private Path back;

    @BeforeEach
    void makeDirectories() throws IOException {
        in = Files.createDirectories(directory.resolve("in"));
        out = directory.resolve("out");
        back = directory.resolve("back");
    }

    @Test
    void standardInputIsConvertedToo() throws Exception {
        InputStream terminal = System.in;
        try {
            System.setIn(new ByteArrayInputStream("<a/>".getBytes(StandardCharsets.UTF_8)));
            run(ExitCode.OK, "encode", "--as", "bnux", "--out", out, "-");
            System.setIn(Files.newInputStream(out.resolve("stdin.bnux")));
            run(ExitCode.OK, "decode", "--out", back, "-");
            System.setIn(new ByteArrayInputStream("<a>more</a>".getBytes(StandardCharsets.UTF_8)));
            CommandRun tooLong = run(
                    ExitCode.FAILED,
                    "encode",
                    "--as",
                    "bnux",
                    "--limit",
                    "parley.limits.message-bytes=5",
                    "--out",
                    out,
                    "-");
            assertThat(tooLong.err()).contains("parley: -: ").contains("parley.limits.message-bytes");
        } finally {
            System.setIn(terminal);
        }
        assertThat(canonical(back.resolve("stdin.xml"))).isEqualTo("<a></a>");
    }

    @ParameterizedTest
    @ValueSource(strings = {"xml", "bnux", "fastinfoset", "exi"})
    void filesComeBackAsTheyWereAndAreNamedAsTheyAre(String form) throws Exception {
        Path first = write("first.xml", XML);
        Path second = write("second", "<a/>");

        run(ExitCode.OK, "encode", "--as", form, "--out", out, first, second);
        assertThat(names(out)).containsExactly("first.xml." + form, "second." + form);

        run(ExitCode.OK, "decode", "--out", back, out.resolve("first.xml." + form), out.resolve("second." + form));
        List<String> expected =
                form.equals("xml") ? List.of("first.xml.xml", "second.xml") : List.of("first.xml", "second");
        assertThat(names(back)).isEqualTo(expected);
        assertThat(canonical(back.resolve(expected.get(0)))).isEqualTo(canonical(first));
        assertThat(canonical(back.resolve(expected.get(1)))).isEqualTo("<a></a>");
    }

    @ParameterizedTest
    @ValueSource(strings = {"hhfr", "tdxml"})
    void formsWithASchemaKeepWhatItDescribes(String form) throws Exception {
        Path schema = write("orders.xsd", SCHEMA);
        Path orders = write("orders.xml", TYPED);

        run(ExitCode.OK, "encode", "--as", form, "--schema", schema, "--out", out, orders);
        run(ExitCode.OK, "decode", "--schema", schema, "--out", back, out.resolve("orders.xml." + form));

        assertSimilar(back.resolve("orders.xml"), orders);
    }

    @Test
    void bySchemaAnyDocumentIsShorterAndStaysAsItWas() throws Exception {
        Path schema = write("orders.xsd", SCHEMA);
        Path orders = write("orders.xml", XML);

        run(ExitCode.OK, "encode", "--as", "exi-schema", "--schema", schema, "--out", out, orders);
        run(ExitCode.OK, "encode", "--as", "exi", "--out", out, orders);
        assertThat(Files.size(out.resolve("orders.xml.exi-schema")))
                .isLessThan(Files.size(out.resolve("orders.xml.exi")));
        Path renamed = Files.move(out.resolve("orders.xml.exi-schema"), out.resolve("unnamed"));
        run(ExitCode.OK, "decode", "--schema", schema, "--out", back, renamed);
        assertThat(canonical(back.resolve("unnamed.xml"))).isEqualTo(canonical(orders));

        assertThat(run(ExitCode.FAILED, "decode", "--out", back, renamed).err()).contains("name it by --schema");
        Path other = write("other.xsd", SCHEMA.replace("xs:decimal", "xs:string"));
        assertThat(run(ExitCode.FAILED, "decode", "--schema", other, "--out", back, renamed)
                        .err())
                .contains("SCHEMA_VIOLATION", "both sides need the same schema");
    }

    @Test
    void aTableBringsItsSchemaAlong() throws Exception {
        Path orders = write("orders.xml", TYPED);

        run(ExitCode.OK, "encode", "--as", "tdxml", "--schema", write("o.xsd", SCHEMA), "--out", out, orders);
        Path renamed = Files.move(out.resolve("orders.xml.tdxml"), out.resolve("table"));
        run(ExitCode.OK, "decode", "--out", back, renamed);

        assertSimilar(back.resolve("table.xml"), orders);
    }

    @ParameterizedTest
    @ValueSource(strings = {"bnux", "fastinfoset", "exi"})
    void aFormWithAMagicNeedsNoName(String form) throws Exception {
        run(ExitCode.OK, "encode", "--as", form, "--out", out, write("a.xml", XML));
        Path renamed = Files.move(out.resolve("a.xml." + form), out.resolve("unnamed"));

        run(ExitCode.OK, "decode", "--out", back, renamed);

        assertThat(canonical(back.resolve("unnamed.xml"))).isEqualTo(canonical(in.resolve("a.xml")));
    }

    @Test
    void aFormWithoutAMagicCanBeNamed() throws Exception {
        Path schema = write("orders.xsd", SCHEMA);
        run(ExitCode.OK, "encode", "--as", "hhfr", "--schema", schema, "--out", out, write("a.xml", TYPED));
        Path renamed = Files.move(out.resolve("a.xml.hhfr"), out.resolve("unnamed"));

        assertThat(run(ExitCode.FAILED, "decode", "--schema", schema, "--out", back, renamed)
                        .err())
                .contains("name it by --from");
        run(ExitCode.OK, "decode", "--from", "hhfr", "--schema", schema, "--out", back, renamed);

        assertSimilar(back.resolve("unnamed.xml"), in.resolve("a.xml"));
    }

    @Test
    void aHigherLevelOfBnuxIsShorterAndReadsTheSame() throws Exception {
        Path file = write("a.xml", "<a>" + "<b>some text</b>".repeat(500) + "</a>");

        run(ExitCode.OK, "encode", "--as", "bnux", "--out", out, file);
        run(ExitCode.OK, "encode", "--as", "bnux", "--level", "9", "--out", directory.resolve("nine"), file);
        Path deflated = directory.resolve("nine").resolve("a.xml.bnux");
        assertThat(Files.size(deflated)).isLessThan(Files.size(out.resolve("a.xml.bnux")) / 4);

        run(ExitCode.OK, "decode", "--out", back, deflated);
        assertThat(canonical(back.resolve("a.xml"))).isEqualTo(canonical(file));
    }

    @Test
    void withoutADirectoryEverythingGoesToStandardOutput() throws Exception {
        Path file = write("a.xml", XML);
        run(ExitCode.OK, "encode", "--as", "fastinfoset", "--out", out, file);

        assertThat(standardOutput("encode", "--as", "fastinfoset", file))
                .isEqualTo(Files.readAllBytes(out.resolve("a.xml.fastinfoset")));
        byte[] decoded = standardOutput("decode", out.resolve("a.xml.fastinfoset"));
        assertThat(canonical(decoded)).isEqualTo(canonical(file));
    }

    @Test
    void whatIsRefusedIsSaidAndDoesNotStopTheOthers() throws Exception {
        Path good = write("good.xml", XML);
        Path type = write("type.xml", "<!DOCTYPE a [<!ENTITY e 'x'>]><a>&e;</a>");
        Path torn = write("torn.xml", "<a><b></a>");

        CommandRun run =
                run(ExitCode.FAILED, "encode", "--as", "bnux", "--out", out, type, torn, in.resolve("none"), good);

        assertThat(names(out)).containsExactly("good.xml.bnux");
        assertThat(run.err().lines())
                .hasSize(3)
                .allMatch(line -> line.startsWith("parley: " + in))
                .anyMatch(line -> line.contains("type.xml: XML_REFUSED"))
                .anyMatch(line -> line.contains("torn.xml: XML_REFUSED"))
                .anyMatch(line -> line.contains("none: expected a file, found none of that name"));
        assertThat(run.out()).contains("1 written to " + out + ", 3 refused");
    }

    @Test
    void aFileCutOffLeavesNothingBehind() throws Exception {
        run(ExitCode.OK, "encode", "--as", "exi", "--out", out, write("a.xml", XML));
        byte[] whole = Files.readAllBytes(out.resolve("a.xml.exi"));
        Path cut = Files.write(in.resolve("cut.exi"), Arrays.copyOf(whole, whole.length / 2));

        CommandRun run = run(ExitCode.FAILED, "decode", "--out", back, cut);

        assertThat(run.err()).contains("cut.exi: MALFORMED_MESSAGE");
        assertThat(names(back)).isEmpty();
    }

    @Test
    void aLimitSaysItsSettingAndCanBeSet() throws Exception {
        Path deep = write("deep.xml", "<a>".repeat(200) + "</a>".repeat(200));

        assertThat(run(ExitCode.FAILED, "encode", "--as", "bnux", "--out", out, deep)
                        .err())
                .contains("parley.limits.depth");
        run(ExitCode.OK, "encode", "--as", "bnux", "--limit", "parley.limits.depth=200", "--out", out, deep);
        run(ExitCode.OK, "decode", "--limit", "parley.limits.depth=200", "--out", back, out.resolve("deep.xml.bnux"));
    }

    @Test
    void theReportIsOneObject() throws Exception {
        Path file = write("a.xml", XML);

        CommandRun run =
                run(ExitCode.FAILED, "encode", "--as", "exi", "--json", "--out", out, file, write("torn.xml", "<a>"));

        JsonNode report = run.json();
        assertThat(report.get("converted").intValue()).isEqualTo(1);
        assertThat(report.get("refused").intValue()).isEqualTo(1);
        JsonNode first = report.get("files").get(0);
        assertThat(first.get("form").textValue()).isEqualTo("exi");
        assertThat(first.get("bytes").longValue()).isEqualTo(Files.size(out.resolve("a.xml.exi")));
        assertThat(report.get("files").get(1).get("error").textValue()).contains("XML_REFUSED");
    }

    @Test
    void aSchemaThatIsMissingOrAnotherIsAnErrorThatSaysSo() throws Exception {
        Path orders = write("orders.xml", TYPED);
        Path schema = write("orders.xsd", SCHEMA);
        Path other = write("other.xml", "<other/>");

        assertThat(run(ExitCode.FAILED, "encode", "--as", "hhfr", "--out", out, orders)
                        .err())
                .contains("name it by --schema");
        assertThat(run(ExitCode.FAILED, "encode", "--as", "tdxml", "--schema", schema, "--out", out, other)
                        .err())
                .contains("SCHEMA_VIOLATION", "other");
        assertThat(names(out)).isEmpty();
    }

    @Test
    void whatMakesNoSenseIsAUsageError() throws Exception {
        Path file = write("a.xml", XML);

        assertThat(run(ExitCode.USAGE, "encode", "--as", "zip", file).err()).contains("fastinfoset");
        assertThat(run(ExitCode.USAGE, "encode", file).err()).contains("--as");
        assertThat(run(ExitCode.USAGE, "encode", "--as", "exi", "--level", "3", file)
                        .err())
                .contains("level");
        assertThat(run(ExitCode.USAGE, "encode", "--as", "bnux", "--level", "10", file)
                        .err())
                .contains("level");
        assertThat(run(ExitCode.USAGE, "decode", "--json", file).err()).contains("--out");
        assertThat(run(ExitCode.USAGE, "decode", "--limit", "depth=1", file).err())
                .contains("write parley.limits.depth");
        assertThat(run(ExitCode.USAGE, "decode").err()).contains("FILE");
        assertThat(run(ExitCode.USAGE, "decode", "--out", file, file).err()).contains("--out");
        assertThat(run(ExitCode.USAGE, "decode", "--schema", in.resolve("none"), file)
                        .err())
                .contains("--schema");
    }

    @Test
    void aFileIsNotWrittenOverItself() throws Exception {
        Path file = write("a.xml", XML);

        assertThat(run(ExitCode.FAILED, "decode", "--out", in, file).err()).contains("written over");
        assertThat(file).usingCharset(StandardCharsets.UTF_8).hasContent(XML);
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(in.resolve(name), text);
    }

    private static CommandRun run(int exitCode, Object... arguments) {
        CommandRun run =
                CommandRun.of(Stream.of(arguments).map(Object::toString).toArray(String[]::new));
        assertThat(run.exitCode()).as(run.err()).isEqualTo(exitCode);
        return run;
    }

    private static byte[] standardOutput(Object... arguments) {
        PrintStream before = System.out;
        var bytes = new ByteArrayOutputStream();
        System.setOut(new PrintStream(bytes, false, StandardCharsets.UTF_8));
        try {
            run(ExitCode.OK, arguments);
        } finally {
            System.out.flush();
            System.setOut(before);
        }
        return bytes.toByteArray();
    }

    private static List<String> names(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    /** Asserts that the files are equal except for prefixes, which no schema describes. */
    private static void assertSimilar(Path found, Path expected) throws Exception {
        assertThat(DiffBuilder.compare(Infoset.tree(reader(Files.readAllBytes(expected))))
                        .withTest(Infoset.tree(reader(Files.readAllBytes(found))))
                        .checkForSimilar()
                        .build()
                        .getDifferences())
                .isEmpty();
    }

    private static String canonical(Path file) throws Exception {
        return canonical(Files.readAllBytes(file));
    }

    private static String canonical(byte[] xml) throws Exception {
        return Infoset.canonical(reader(xml));
    }

    private static XMLStreamReader reader(byte[] xml) throws Exception {
        return SafeXml.reader(new ByteArrayInputStream(xml), Limits.defaults());
    }
}
