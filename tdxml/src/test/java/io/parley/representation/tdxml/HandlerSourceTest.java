package io.parley.representation.tdxml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.parley.ErrorCode;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.layout.Layout;
import io.parley.representation.Sink;
import io.parley.representation.Source;
import io.parley.representation.TypedMessages;
import io.parley.schema.Schema;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that compiled source of handlers reads and writes the same bytes as the handlers derived at run time. */
class HandlerSourceTest {
    private static final String ORDERS = """
            <o:orders xmlns:o="urn:example:orders" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
            <o:order id="A-1"><o:customer>Miller|Sons</o:customer>
            <o:line sku="X9"><o:qty>2</o:qty><o:serial>s-001</o:serial><o:serial>s-002</o:serial></o:line>
            <o:line sku="Y3"><o:qty>1</o:qty></o:line><o:comment/></o:order>
            <o:order id="A-2"><o:customer>Zoe
            Ltd \\ Co</o:customer><o:comment xsi:nil="true"/></o:order>
            <o:order id="A-3"><o:customer>Khan &amp; Co</o:customer><o:scan>AQID</o:scan></o:order>
            </o:orders>""";

    @TempDir
    private Path directory;

    @Test
    void aPersonOfFigure2HasItsFields() throws Exception {
        Handlers handlers = handlers(PaperFigures.FIGURE_2_SCHEMA);
        Object employees = handlers.read("Employees", PaperFigures.FIGURE_2);

        List<?> persons = (List<?>) field(employees, "person");
        assertThat(field(persons.get(1), "firstname")).isEqualTo("Mary");
        assertThat(field(persons.get(1), "gender")).isEqualTo("F");
        assertThat(field(persons.get(0), "age")).isEqualTo("28");
        assertThat(handlers.write("Employees", employees))
                .isEqualTo(DocumentTest.write(PaperFigures.FIGURE_2_SCHEMA, PaperFigures.FIGURE_1_XML));
    }

    @Test
    void rowsMayComeInAnyOrderAndDefaultsAreSupplied() throws Exception {
        Handlers handlers = handlers(PaperFigures.FIGURE_2_SCHEMA);
        String canonical = DocumentTest.write(PaperFigures.FIGURE_2_SCHEMA, PaperFigures.FIGURE_1_XML);
        String figure3 = PaperFigures.FIGURE_2.replace(PaperFigures.FIGURE_1_TABLE, PaperFigures.FIGURE_3_TABLE);

        assertThat(handlers.through("Employees", figure3)).isEqualTo(canonical);
        assertThat(handlers.through("Employees", PaperFigures.FIGURE_2.replace("[0][0]0(0)|M\n", "")))
                .isEqualTo(canonical);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', textBlock = """
            P ~ p [0] ::= CHOICE{ #text[0] UTF8String, b[1] UTF8String } [REPEATED] ~ <p>a<b>x</b>c<b/></p>
            R ~ r [0] ::= SEQUENCE OF{ price[4] P } P ::= SEQUENCE OF{ cur(0) [ATTRIBUTE] UTF8String } [TEXT] Decimal ~ <r><price cur="EUR">7.5</price></r>
            R ~ r [0] ::= SEQUENCE OF{ items[5] I OPTIONAL } I ::= SET OF item item [0] ::= UTF8String ~ <r><items/></r>
            R ~ r [0] ::= SET OF r ~ <r><r/><r><r/></r></r>
            R ~ r [0] ::= CHOICE{ a[0] UTF8String, b[1] UTF8String } ~ <r><b>x</b></r>
            R ~ r [0] ::= CHOICE{ a[0] UTF8String, b[1] T } [REPEATED] T ::= SET OF class class[0] ::= Integer ~ <r><a>1</a><b><class>2</class></b><a>3</a></r>
            R ~ r [0] ::= UTF8String ~ <r>\\N</r>
            R ~ r [0] ::= SEQUENCE OF{ #any[0] AnyXML [REPEATED] } ~ <r><x y="1">t</x><z/></r>
            R ~ r [0] ::= SEQUENCE OF{ #any(0) [ATTRIBUTE] AnyXML, é[0] Integer, int[1] Integer } ~ <r a="1" b="2"><é>3</é><int>4</int></r>
            """)
    void constructsOfTheReferenceAreReadAndWritten(String root, String schema, String xml) throws Exception {
        String document = DocumentTest.write(schema, xml);
        Handlers handlers = handlers(schema);

        assertThat(handlers.through(root, document)).isEqualTo(document);
        assertThat(handlers.through(root, shuffled(document))).isEqualTo(document);
    }

    @Test
    void theWorkedExampleIsReadAndWritten() throws Exception {
        String document = DocumentTest.write(PaperFigures.ORDERS_SCHEMA, ORDERS);
        Handlers handlers = handlers(PaperFigures.ORDERS_SCHEMA);

        assertThat(handlers.through("Orders", document)).isEqualTo(document);
        for (int seed = 0; seed < 50; seed++) {
            assertThat(handlers.through("Orders", shuffled(document, seed)))
                    .as("seed " + seed)
                    .isEqualTo(document);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', textBlock = """
            [0][0]0[0]|Miller      ~ [0][0]0[7]|Miller
            [0][0]0[0]|Miller      ~ [0][0]0[0][0]|Miller
            [0][0]0[1]1(0)|Y3      ~ [0][0]0[1]0(0)|Y3
            [0][0]1[2]|\\N         ~ [0][0]1[0]|\\N
            [0][0]2                ~ [0][0]3
            [0][0]0[2]|            ~ [0][0]0[2]0|
            [0][0]0[1]0[0]|2       ~ [0][0]0[1][0]|2
            [0][0]0[2]|            ~ [0][0]0|value
            """)
    void aTableThatDoesNotFitIsRefused(String from, String to) throws Exception {
        String document = DocumentTest.write(PaperFigures.ORDERS_SCHEMA, ORDERS);
        Handlers handlers = handlers(PaperFigures.ORDERS_SCHEMA);
        String changed = document.replace(from, to);

        assertThat(changed).isNotEqualTo(document);
        assertThatThrownBy(() -> handlers.read("Orders", changed))
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.MALFORMED_MESSAGE));
    }

    @Test
    void twoAlternativesAtOnceAndAnotherSchemaAreRefused() throws Exception {
        String schema = "r [0] ::= CHOICE{ a[0] UTF8String, b[1] UTF8String }";
        Handlers handlers = handlers(schema);
        String both = DocumentTest.write(schema, "<r><b>x</b></r>").replace("[0][1]|x\n", "[0][0]|y\n[0][1]|x\n");
        String other =
                DocumentTest.write("r [0] ::= SEQUENCE OF{ a[0] UTF8String, b[1] UTF8String }", "<r><a/><b/></r>");

        assertThatThrownBy(() -> handlers.read("R", both)).hasMessageContaining("one of the alternatives");
        assertThatThrownBy(() -> handlers.read("R", other)).hasMessageContaining("the handlers were made for");
    }

    @Test
    void schemasOfPartsAreCompiledToo() throws Exception {
        String xsd = """
                <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t" elementFormDefault="qualified">
                  <xs:element name="tree" type="t:Node" xmlns:t="urn:t"/>
                  <xs:complexType name="Node"><xs:sequence>
                    <xs:element name="leaf" type="xs:dateTime" minOccurs="0" nillable="true"/>
                    <xs:element name="node" type="t:Node" minOccurs="0" maxOccurs="unbounded" xmlns:t="urn:t"/>
                  </xs:sequence><xs:attribute name="new" type="xs:boolean"/></xs:complexType>
                </xs:schema>""";
        DataSchema schema = DataSchema.of(Layout.compile(Schema.read(xsd))
                .element(new QName("urn:t", "tree"))
                .orElseThrow());
        String document = DocumentTest.write(schema.print(), """
                <tree xmlns="urn:t" new="true" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><leaf xsi:nil="true"/>\
                <node><leaf>2006-04-18T16:05:00</leaf><node/></node><node new="0"/></tree>""");

        assertThat(handlers(schema.print()).through("Tree", document)).isEqualTo(document);
        assertThat(handlers(schema.print()).through("Tree", shuffled(document))).isEqualTo(document);
    }

    @Test
    void namesAndDefaultsCannotLeaveTheirPlace() throws Exception {
        String schema = "r [0] ::= SEQUENCE OF{ x(0) [ATTRIBUTE] UTF8String (\"\"\" + System.exit(1) + \"\"\\u000a\"), "
                + "a.b-c[0] UTF8String (\"\\\"), a_b_c[1] UTF8String }";
        String document = DocumentTest.write(schema, "<r x='1'><a.b-c>2</a.b-c><a_b_c>3</a_b_c></r>");

        assertThat(handlers(schema).through("R", document)).isEqualTo(document);
        assertThatThrownBy(() -> HandlerSource.of(DataSchema.read(schema, Limits.defaults()), "a.class", "B"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> HandlerSource.of(DataSchema.read(schema, Limits.defaults()), "", "B{}"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aTypeThatAnotherMayStandInForIsRefused() {
        DataSchema schema = DataSchema.read(
                "NAMESPACE xsi ::= \"http://www.w3.org/2001/XMLSchema-instance\" r [0] ::= SEQUENCE OF{"
                        + " xsi:type(0) [ATTRIBUTE] QNameValue, a[0] Integer }",
                Limits.defaults());

        assertThatThrownBy(() -> HandlerSource.of(schema, "", "R"))
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SCHEMA_INVALID))
                .hasMessageContaining("derived at run time");
    }

    private static Object field(Object owner, String name) throws ReflectiveOperationException {
        return owner.getClass().getField(name).get(owner);
    }

    private static String shuffled(String document) {
        return shuffled(document, 7);
    }

    private static String shuffled(String document, int seed) {
        String table = DocumentTest.table(document);
        List<String> rows = new ArrayList<>(Arrays.asList(table.split("(?<=\n)")));
        Collections.shuffle(rows, new Random(seed));
        return document.replace(table, String.join("", rows));
    }

    private Handlers handlers(String schema) throws Exception {
        String source = HandlerSource.of(DataSchema.read(schema, Limits.defaults()), "generated.tables", "Tables");
        Path file =
                Files.createDirectories(directory.resolve("generated/tables")).resolve("Tables.java");
        Files.writeString(file, source);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter problems = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            List<String> options = List.of("-Xlint:all", "-Werror", "-proc:none", "-d", directory.toString());
            boolean compiled = compiler.getTask(problems, files, null, options, null, files.getJavaFileObjects(file))
                    .call();
            assertThat(compiled).as(problems + source).isTrue();
        }
        URLClassLoader loader = new URLClassLoader(
                new URL[] {directory.toUri().toURL()}, getClass().getClassLoader());
        return new Handlers(loader.loadClass("generated.tables.Tables"));
    }

    /** The generated class, accessed by reflection. */
    private record Handlers(Class<?> tables) {
        Object read(String root, String document) throws Exception {
            try (Source source = TypedMessages.source(document.getBytes(StandardCharsets.UTF_8))) {
                return tables.getMethod("read" + root, Source.class).invoke(null, source);
            } catch (InvocationTargetException e) {
                throw (Exception) e.getCause();
            }
        }

        String write(String root, Object element) throws Exception {
            Method writer = Arrays.stream(tables.getMethods())
                    .filter(method -> method.getName().equals("write" + root))
                    .findFirst()
                    .orElseThrow();
            ByteBuf whole = Unpooled.buffer();
            Sink sink = new Sink(UnpooledByteBufAllocator.DEFAULT, 64, (chunk, last) -> {
                whole.writeBytes(chunk);
                chunk.release();
            });
            try {
                writer.invoke(null, element, sink);
                sink.finish();
                return whole.toString(StandardCharsets.UTF_8);
            } finally {
                sink.discard();
                whole.release();
            }
        }

        String through(String root, String document) throws Exception {
            return write(root, read(root, document));
        }
    }
}
