package io.parley.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.schema.Schema;
import io.parley.schema.SchemaDocument;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests schemas that are designed to exhaust the compiler (row 12 of the threat table). Each is refused or compiled
 * with little CPU time and memory of its thread; a first, unmeasured run loads the classes.
 */
class HostileSchemaTest {
    private static final Limits LIMITS = Limits.defaults()
            .with(Limit.SCHEMA_BYTES, 256 * 1024)
            .with(Limit.SCHEMA_COMPONENTS, 2_000)
            .with(Limit.DEPTH, 64);
    private static final long MEMORY = 16L * 1024 * 1024;
    private static final long CPU_NANOS = Duration.ofMillis(100).toNanos();
    private static final Map<String, String> REFUSED = refused();
    private static final Map<String, String> TAMED = tamed();
    private static final Map<String, String> RAW = raw();

    /** Returns complete documents. */
    private static Map<String, String> raw() {
        Map<String, String> documents = new LinkedHashMap<>();
        documents.put(
                "billion laughs",
                "<!DOCTYPE x [<!ENTITY a0 'ha'>"
                        + chain(30, i -> "<!ENTITY a" + i + " '&a" + (i - 1) + ";&a" + (i - 1) + ";'>") + "]>"
                        + wrapped("", "<xs:element name='&a30;'/>"));
        documents.put(
                "entity of a local file",
                "<!DOCTYPE x [<!ENTITY a SYSTEM 'file:///etc/hostname'>]>" + wrapped("", "<xs:element name='&a;'/>"));
        documents.put("document type of a host", "<!DOCTYPE x SYSTEM 'http://127.0.0.1:9/x.dtd'>" + wrapped("", ""));
        documents.put("no schema", "<html/>");
        documents.put("two documents", wrapped("", "") + wrapped("", ""));
        documents.put("nothing", "");
        return documents;
    }

    private static Map<String, String> refused() {
        Map<String, String> schemas = new LinkedHashMap<>();
        schemas.put("model group that doubles 40 times", doublingGroups(40));
        schemas.put(
                "chain of 1000 model groups",
                group(0, "<xs:element name='a'/>") + chain(1_000, i -> group(i, use(i - 1))));
        schemas.put("model group that contains itself", group(0, use(0)));
        schemas.put("ring of model groups", group(0, use(1)) + group(1, use(0)));
        schemas.put("type that extends itself", extension("T0", "T0"));
        schemas.put("ring of extensions", extension("T0", "T1") + extension("T1", "T0"));
        schemas.put(
                "chain of 600 extensions",
                "<xs:complexType name='T0'/>" + chain(600, i -> extension("T" + i, "T" + (i - 1))));
        schemas.put("attribute group that contains itself", attributeGroup(0, 0, 0));
        schemas.put("ring of attribute groups", attributeGroup(0, 1, 1) + attributeGroup(1, 0, 0));
        schemas.put("element that substitutes itself", "<xs:element name='a' substitutionGroup='a'/>");
        schemas.put(
                "ring of substitutions",
                "<xs:element name='a' substitutionGroup='b'/><xs:element name='b' substitutionGroup='a'/>");
        schemas.put("simple type that restricts itself", simple("S", "<xs:restriction base='S'/>"));
        schemas.put("list of itself", simple("S", "<xs:list itemType='S'/>"));
        schemas.put("union of itself", simple("S", "<xs:union memberTypes='xs:int S'/>"));
        schemas.put(
                "ring of simple types",
                simple("S", "<xs:restriction base='R'/>") + simple("R", "<xs:list itemType='S'/>"));
        schemas.put(
                "chain of 900 restrictions",
                simple("S0", "<xs:restriction base='xs:int'/>")
                        + chain(900, i -> simple("S" + i, "<xs:restriction base='S" + (i - 1) + "'/>")));
        schemas.put(
                "anonymous types 1000 deep",
                nested(
                        1_000,
                        "<xs:element name='a'><xs:complexType><xs:sequence>",
                        "</xs:sequence></xs:complexType></xs:element>"));
        schemas.put(
                "sequences 1000 deep",
                "<xs:complexType name='T'>" + nested(1_000, "<xs:sequence>", "</xs:sequence>") + "</xs:complexType>");
        schemas.put(
                "lists 1000 deep",
                "<xs:simpleType name='S'>" + nested(1_000, "<xs:list><xs:simpleType>", "</xs:simpleType></xs:list>")
                        + "</xs:simpleType>");
        schemas.put("10^5 types", chain(100_000, i -> "<xs:complexType name='T" + i + "'/>"));
        schemas.put("3000 small elements", chain(3_000, i -> "<xs:element name='e" + i + "'/>"));
        schemas.put(
                "10^4 enumeration values",
                simple(
                        "S",
                        "<xs:restriction base='xs:string'>" + chain(10_000, i -> "<xs:enumeration value='" + i + "'/>")
                                + "</xs:restriction>"));
        schemas.put("name of 1000 characters", "<xs:element name='" + "n".repeat(1_000) + "'/>");
        schemas.put("reference of 1000 characters", "<xs:element name='a' type='" + "n".repeat(1_000) + "'/>");
        schemas.put("name that is a path", "<xs:element name='../../a'/>");
        schemas.put("name with a line break", "<xs:element name='a&#10;b'/>");
        schemas.put(
                "5000 attributes on one element", "<xs:element name='a' " + chain(5_000, i -> "a" + i + "='' ") + "/>");
        schemas.put("XInclude", "<xi:include xmlns:xi='http://www.w3.org/2001/XInclude' href='file:///etc/hostname'/>");
        schemas.put("include of a local file", "<xs:include schemaLocation='file:///etc/hostname'/>");
        schemas.put("import from a host", "<xs:import namespace='urn:x' schemaLocation='http://127.0.0.1:9/x.xsd'/>");
        schemas.put(
                "redefinition of itself",
                "<xs:redefine schemaLocation='test.xsd'><xs:complexType name='T'/></xs:redefine>");
        schemas.put(
                "length of 2 GiB",
                "<xs:element name='a' type='xs:string' p:length='2147483647' xmlns:p='urn:parley:1'/>");
        schemas.put(
                "5000 undefined references",
                "<xs:complexType name='T'><xs:attribute ref='x'/></xs:complexType>"
                        + chain(500, i -> "<xs:element name='e" + i + "' type='Undefined" + i + "'/>"));
        schemas.put("wide base of many types", wideBase(900, 500));
        schemas.put("wide substitution group in many places", wideSubstitution(400, 900));
        schemas.put(
                "choices 1000 deep",
                "<xs:complexType name='T'>" + nested(1_000, "<xs:choice>", "</xs:choice>") + "</xs:complexType>");
        schemas.put(
                "anonymous unions 1000 deep",
                "<xs:simpleType name='S'>" + nested(1_000, "<xs:union><xs:simpleType>", "</xs:simpleType></xs:union>")
                        + "</xs:simpleType>");
        schemas.put(
                "chain of 1000 substitutions",
                "<xs:element name='e0'/>"
                        + chain(1_000, i -> "<xs:element name='e" + i + "' substitutionGroup='e" + (i - 1) + "'/>"));
        schemas.put(
                "chain of 1000 attribute groups",
                "<xs:attributeGroup name='A0'/>" + chain(1_000, i -> attributeGroup(i, i - 1, i - 1)));
        schemas.put("wide attributes of many types", wideAttributes(900, 500));
        schemas.put("wide group in many places", wideGroup(900, 500));
        schemas.put(
                "10^4 wildcards",
                "<xs:complexType name='T'><xs:sequence>" + chain(10_000, i -> "<xs:any/>")
                        + "</xs:sequence></xs:complexType>");
        schemas.put("namespace of 200,000 characters", "<a:a xmlns:a='" + "n".repeat(200_000) + "'/>");
        schemas.put(
                "5000 prefixes on one element",
                "<xs:element name='a' " + chain(5_000, i -> "xmlns:a" + i + "='u' ") + "/>");
        schemas.put("300 KiB in few characters", "<!--" + "\u20ac".repeat(100 * 1024) + "-->");
        schemas.put("cut off in the middle", "<xs:complexType name='T'><xs:sequence>");
        return schemas;
    }

    private static Map<String, String> tamed() {
        Map<String, String> schemas = new LinkedHashMap<>();
        schemas.put(
                "pattern that would backtrack for ever",
                simple(
                        "S",
                        "<xs:restriction base='xs:string'><xs:pattern value='(a+)+b'/><xs:enumeration value='"
                                + "a".repeat(5_000) + "'/></xs:restriction>"));
        schemas.put(
                "attribute group that doubles 40 times",
                "<xs:attributeGroup name='A0'><xs:attribute name='a'/></xs:attributeGroup>"
                        + chain(40, i -> attributeGroup(i, i - 1, i - 1))
                        + "<xs:complexType name='T'><xs:attributeGroup ref='A40'/></xs:complexType>");
        schemas.put(
                "union that doubles 40 times",
                simple("S0", "<xs:restriction base='xs:int'/>")
                        + chain(40, i -> simple("S" + i, "<xs:union memberTypes='S" + (i - 1) + " S" + (i - 1) + "'/>"))
                        + "<xs:element name='e' type='S40'/>");
        schemas.put("document that includes itself", "<xs:include schemaLocation='test.xsd'/><xs:element name='a'/>");
        schemas.put(
                "occurs beyond every number",
                "<xs:complexType name='T'><xs:sequence minOccurs='99999999999999999999' maxOccurs='unbounded'><xs:element name='a' maxOccurs='99999999999999999999'/></xs:sequence></xs:complexType>");
        schemas.put(
                "types that contain each other",
                chain(
                        500,
                        i -> "<xs:complexType name='T" + i + "'><xs:sequence><xs:element name='a' type='T"
                                + (i % 500 + 1) + "'/></xs:sequence></xs:complexType>"));
        schemas.put(
                "default of 100,000 characters",
                "<xs:element name='a' type='xs:string' default='" + "d".repeat(100_000) + "'/>");
        schemas.put(
                "identity constraint with a long path",
                "<xs:element name='a'><xs:key name='k'><xs:selector xpath='" + ".//a|".repeat(5_000)
                        + "a'/><xs:field xpath='@b'/></xs:key></xs:element>");
        schemas.put(
                "10^4 documentations",
                "<xs:annotation>" + chain(10_000, i -> "<xs:documentation/>") + "</xs:annotation>");
        schemas.put("20,000 processing instructions", chain(20_000, i -> "<?p?>"));
        schemas.put("long comment", "<!--" + " ".repeat(200_000) + "-->");
        return schemas;
    }

    @Test
    void thereAreAtLeastFiftyOfThem() {
        assertThat(REFUSED.size() + TAMED.size() + RAW.size()).isGreaterThanOrEqualTo(50);
        System.out.printf("hostile schemas: %d%n", REFUSED.size() + TAMED.size() + RAW.size());
    }

    static Stream<String> rawNames() {
        return RAW.keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("rawNames")
    void aDocumentThatIsNotOnlyASchemaIsRefused(String name) {
        List<SchemaDocument> documents = List.of(new SchemaDocument("test.xsd", RAW.getOrDefault(name, "")));

        bounded(() -> assertThatThrownBy(() -> Schema.read(documents, LIMITS))
                .isInstanceOfSatisfying(
                        ParleyException.class,
                        e -> assertThat(e.code()).isIn(ErrorCode.SCHEMA_INVALID, ErrorCode.LIMIT)));
    }

    static Stream<String> refusedNames() {
        return REFUSED.keySet().stream();
    }

    static Stream<String> tamedNames() {
        return TAMED.keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("refusedNames")
    void aHostileSchemaIsRefusedQuicklyAndInLittleMemory(String name) {
        List<SchemaDocument> documents = documents(REFUSED.getOrDefault(name, ""));

        bounded(() -> assertThatThrownBy(() -> Layout.compile(Schema.read(documents, LIMITS), LIMITS))
                .isInstanceOfSatisfying(
                        ParleyException.class,
                        e -> assertThat(e.code()).isIn(ErrorCode.SCHEMA_INVALID, ErrorCode.LIMIT))
                .message()
                .hasSizeLessThan(100_000));
    }

    @ParameterizedTest
    @MethodSource("refusedNames")
    void aHostileSchemaIsAlsoTamedWhereProblemsAreTolerated(String name) {
        List<SchemaDocument> documents = documents(REFUSED.getOrDefault(name, ""));

        bounded(() -> {
            try {
                Layout layout = Layout.compile(Schema.derive(documents, LIMITS), LIMITS);
                layout.elements().forEach(CanonicalText::fingerprint);
            } catch (ParleyException e) {
                assertThat(e.code()).isEqualTo(ErrorCode.LIMIT);
            }
        });
    }

    @ParameterizedTest
    @MethodSource("tamedNames")
    void aSchemaThatOnlyLooksHostileIsCompiled(String name) {
        List<SchemaDocument> documents = documents(TAMED.getOrDefault(name, ""));

        bounded(() -> {
            Layout layout = Layout.compile(Schema.read(documents, LIMITS), LIMITS);
            layout.elements().forEach(CanonicalText::fingerprint);
        });
    }

    @Test
    void aCommonDocumentIncludedByManyCountsForEach() {
        List<SchemaDocument> documents = new ArrayList<>();
        documents.add(new SchemaDocument(
                "common.xsd", wrapped("", chain(100, i -> "<xs:element name='e" + i + "'/>"))));
        for (int i = 0; i < 100; i++) {
            String include = "<xs:include schemaLocation='common.xsd'/>";
            documents.add(new SchemaDocument(i + ".xsd", wrapped("targetNamespace='urn:" + i + "'", include)));
        }

        bounded(() -> assertThatThrownBy(() -> Schema.read(documents, LIMITS))
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LIMIT)));
    }

    /** Measures the thread's CPU time instead of the elapsed time, which depends on the load of the machine. */
    private static void bounded(Runnable work) {
        work.run();
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long memory = threads.getCurrentThreadAllocatedBytes();
        long cpu = threads.getCurrentThreadCpuTime();
        work.run();
        assertThat(threads.getCurrentThreadCpuTime() - cpu).as("CPU time, ns").isLessThan(CPU_NANOS);
        assertThat(threads.getCurrentThreadAllocatedBytes() - memory)
                .as("bytes allocated")
                .isLessThan(MEMORY);
    }

    private static List<SchemaDocument> documents(String declarations) {
        return List.of(new SchemaDocument("test.xsd", wrapped("", declarations)));
    }

    private static String wrapped(String attributes, String declarations) {
        return "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema' " + attributes + ">" + declarations
                + "</xs:schema>";
    }

    private static String chain(int count, IntFunction<String> link) {
        return IntStream.rangeClosed(1, count).mapToObj(link).collect(Collectors.joining());
    }

    private static String nested(int depth, String start, String end) {
        return start.repeat(depth) + end.repeat(depth);
    }

    private static String group(int number, String content) {
        return "<xs:group name='G" + number + "'><xs:sequence>" + content + "</xs:sequence></xs:group>";
    }

    private static String use(int number) {
        return "<xs:group ref='G" + number + "'/>";
    }

    private static String doublingGroups(int levels) {
        return group(0, "") + chain(levels, i -> group(i, use(i - 1) + use(i - 1))) + "<xs:complexType name='T'>"
                + use(levels) + "</xs:complexType>";
    }

    private static String extension(String name, String base) {
        return "<xs:complexType name='" + name + "'><xs:complexContent><xs:extension base='" + base
                + "'/></xs:complexContent></xs:complexType>";
    }

    private static String attributeGroup(int number, int first, int second) {
        return "<xs:attributeGroup name='A" + number + "'><xs:attributeGroup ref='A" + first
                + "'/><xs:attributeGroup ref='A" + second + "'/></xs:attributeGroup>";
    }

    private static String simple(String name, String content) {
        return "<xs:simpleType name='" + name + "'>" + content + "</xs:simpleType>";
    }

    private static String wideBase(int elements, int types) {
        return "<xs:complexType name='T0'><xs:sequence>"
                + chain(elements, i -> "<xs:element name='e" + i + "' type='xs:int'/>")
                + "</xs:sequence></xs:complexType>" + chain(types, i -> extension("T" + i, "T0"));
    }

    private static String wideAttributes(int attributes, int types) {
        return "<xs:complexType name='T0'>" + chain(attributes, i -> "<xs:attribute name='a" + i + "'/>")
                + "</xs:complexType>" + chain(types, i -> extension("T" + i, "T0"));
    }

    private static String wideGroup(int elements, int uses) {
        return group(0, chain(elements, i -> "<xs:element name='e" + i + "' type='xs:int'/>"))
                + chain(uses, i -> "<xs:complexType name='T" + i + "'>" + use(0) + "</xs:complexType>");
    }

    private static String wideSubstitution(int members, int uses) {
        return "<xs:element name='head'/>"
                + chain(members, i -> "<xs:element name='m" + i + "' substitutionGroup='head'/>")
                + "<xs:complexType name='T'><xs:choice maxOccurs='unbounded'>"
                + chain(uses, i -> "<xs:element ref='head'/>") + "</xs:choice></xs:complexType>";
    }
}
