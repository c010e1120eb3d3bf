package io.parley.testkit.beans;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles sources in memory. */
final class MemoryCompiler {
    private MemoryCompiler() {}

    /**
     * Compiles sources together.
     *
     * @param sources by full class name
     * @return class files by full class name
     * @throws IllegalStateException if a source has an error, or if there is no compiler
     */
    static Map<String, byte[]> compile(Map<String, String> sources) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new IllegalStateException("expected to run on a JDK, found a runtime without compiler");
        }
        DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
        List<JavaFileObject> units = new ArrayList<>();
        sources.forEach((name, text) -> units.add(new Unit(name, text)));
        StandardJavaFileManager files = compiler.getStandardFileManager(problems, null, null);
        Outputs outputs = new Outputs(files);
        List<String> options = List.of("-proc:none", "-nowarn", "-Xlint:none");
        if (!compiler.getTask(null, outputs, problems, options, null, units).call()) {
            throw new IllegalStateException("expected sources without errors, found " + problems.getDiagnostics() + "\n"
                    + String.join("\n", sources.values()));
        }
        Map<String, byte[]> classes = new HashMap<>();
        outputs.classes.forEach((name, file) -> classes.put(name, file.bytes.toByteArray()));
        return classes;
    }

    /** Returns a loader, below that of this class, which defines the classes on demand. */
    static ClassLoader loader(Map<String, byte[]> classes) {
        return new Loader(classes);
    }

    private static final class Unit extends SimpleJavaFileObject {
        private final String text;

        Unit(String name, String text) {
            super(URI.create("memory:///" + name.replace('.', '/') + ".java"), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreErrors) {
            return text;
        }
    }

    private static final class ClassFile extends SimpleJavaFileObject {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        ClassFile(String name) {
            super(URI.create("memory:///" + name.replace('.', '/') + ".class"), Kind.CLASS);
        }

        @Override
        public OutputStream openOutputStream() {
            return bytes;
        }
    }

    private static final class Outputs extends ForwardingJavaFileManager<JavaFileManager> {
        private final Map<String, ClassFile> classes = new HashMap<>();

        Outputs(JavaFileManager files) {
            super(files);
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
            return classes.computeIfAbsent(className, ClassFile::new);
        }
    }

    private static final class Loader extends ClassLoader {
        private final Map<String, byte[]> classes;

        Loader(Map<String, byte[]> classes) {
            super(MemoryCompiler.class.getClassLoader());
            this.classes = Map.copyOf(classes);
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            byte[] bytes = classes.get(name);
            if (bytes == null) {
                throw new ClassNotFoundException(name);
            }
            return defineClass(name, bytes, 0, bytes.length);
        }
    }
}
