package io.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TdxmlCommandTest {
    private static final String XSD = """
            <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t">
              <xs:element name="note"><xs:complexType><xs:sequence>
                <xs:element name="to" type="xs:string" maxOccurs="unbounded"/>
                <xs:element name="text" type="xs:string"/>
              </xs:sequence></xs:complexType></xs:element>
            </xs:schema>""";

    @TempDir
    private Path directory;

    @Test
    void theDataSchemaOfAnElementIsPrintedAndIsOneItself() throws IOException {
        CommandRun run = CommandRun.of("tdxml", "schema", "--schema", xsd(), "--element", "{urn:t}note");

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).contains("NAMESPACE").contains("to[1] UTF8String [REPEATED]");
        Path file = Files.writeString(directory.resolve("note.ds"), run.out());
        assertThat(CommandRun.of("tdxml", "schema", "--data-schema", file.toString())
                        .out())
                .isEqualTo(run.out());
    }

    @Test
    void handlersAreWrittenToTheirPackageAndCompile() throws IOException {
        String sources = directory.resolve("sources").toString();
        CommandRun run = CommandRun.of(
                "tdxml",
                "compile",
                "--schema",
                xsd(),
                "--element",
                "{urn:t}note",
                "--package",
                "a.b",
                "--class",
                "Notes",
                "--out",
                sources);

        assertThat(run.exitCode()).as(run.err()).isZero();
        Path file = directory.resolve("sources/a/b/Notes.java");
        assertThat(Files.readString(file)).contains("public static Note readNote(Source source)");
        assertThat(compiles(file)).isTrue();
    }

    @Test
    void whatMakesNoSenseIsSaid() throws IOException {
        assertThat(CommandRun.of("tdxml").exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(CommandRun.of("tdxml", "compile").err()).contains("--schema and --element, or --data-schema");
        CommandRun noClass =
                CommandRun.of("tdxml", "compile", "--schema", xsd(), "--element", "{urn:t}note", "--class", "1st");
        assertThat(noClass.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(noClass.err()).contains("Java package and class");
        CommandRun noElement = CommandRun.of("tdxml", "schema", "--schema", xsd(), "--element", "{urn:t}letter");
        assertThat(noElement.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(noElement.err()).contains("SCHEMA_VIOLATION");
    }

    private String xsd() throws IOException {
        return Files.writeString(directory.resolve("note.xsd"), XSD).toString();
    }

    private boolean compiles(Path file) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            List<String> options = List.of("-proc:none", "-d", directory.toString());
            return compiler.getTask(null, files, null, options, null, files.getJavaFileObjects(file))
                    .call();
        }
    }
}
