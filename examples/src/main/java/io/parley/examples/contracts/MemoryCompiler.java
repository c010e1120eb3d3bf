package io.parley.examples.contracts;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/** Compiles Java sources to class files in memory. */
final class MemoryCompiler {
    private static final int SHOWN = 3;

    private MemoryCompiler() {}

    /**
     * Compiles source files.
     *
     * @param libraries libraries that the sources need
     * @return class files by class name
     */
    static Map<String, byte[]> compile(List<Path> files, List<Path> libraries) throws ContractException, IOException {
        JavaCompiler compiler = checked(ToolProvider.getSystemJavaCompiler());
        DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
        try (StandardJavaFileManager standard =
                        compiler.getStandardFileManager(problems, null, StandardCharsets.UTF_8);
                Outputs outputs = new Outputs(standard)) {
            standard.setLocationFromPaths(StandardLocation.CLASS_PATH, libraries);
            List<String> options = List.of("-proc:none", "-nowarn", "-Xlint:none", "-implicit:none");
            if (!compiler.getTask(null, outputs, problems, options, null, standard.getJavaFileObjectsFromPaths(files))
                    .call()) {
                throw new ContractException("the classes that CXF's wsdl2java makes of the contract do not compile: "
                        + shown(problems.getDiagnostics()));
            }
            return outputs.classes();
        }
    }

    /** Checks that there is a compiler: a JDK has one, a bare runtime does not. */
    static JavaCompiler checked(@Nullable JavaCompiler compiler) throws ContractException {
        if (compiler == null) {
            throw new ContractException(
                    "expected a Java compiler for the classes of the contract, found a runtime without one at "
                            + System.getProperty("java.home")
                            + "; start with a JDK 17 or later, for ./parley by JAVA_HOME");
        }
        return compiler;
    }

    private static String shown(List<Diagnostic<? extends JavaFileObject>> problems) {
        return problems.stream()
                .filter(problem -> problem.getKind() == Diagnostic.Kind.ERROR)
                .limit(SHOWN)
                .map(problem -> problem.getMessage(Locale.ROOT))
                .collect(Collectors.joining("; "));
    }

    private static final class ClassFile extends SimpleJavaFileObject {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        ClassFile(String name) {
            super(URI.create("memory:///" + name.hashCode() + ".class"), Kind.CLASS);
        }

        @Override
        public OutputStream openOutputStream() {
            return bytes;
        }
    }

    private static final class Outputs extends ForwardingJavaFileManager<JavaFileManager> {
        private final Map<String, ClassFile> files = new HashMap<>();

        Outputs(JavaFileManager manager) {
            super(manager);
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
            return files.computeIfAbsent(name, ClassFile::new);
        }

        Map<String, byte[]> classes() {
            Map<String, byte[]> classes = new HashMap<>();
            files.forEach((name, file) -> classes.put(name, file.bytes.toByteArray()));
            return classes;
        }
    }
}
