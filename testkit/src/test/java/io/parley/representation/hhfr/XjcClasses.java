package io.parley.representation.hhfr;

import com.sun.codemodel.CodeWriter;
import com.sun.codemodel.JPackage;
import com.sun.tools.xjc.api.ErrorListener;
import com.sun.tools.xjc.api.S2JJAXBModel;
import com.sun.tools.xjc.api.SchemaCompiler;
import com.sun.tools.xjc.api.XJC;
import io.parley.testkit.generate.RandomSchema;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
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
import javax.tools.ToolProvider;
import org.xml.sax.InputSource;
import org.xml.sax.SAXParseException;

/** What JAXB's schema compiler makes of a random schema, compiled in memory. */
final class XjcClasses extends ClassLoader {
    private static final String BASE = "http://localhost/schemas/";

    private final Map<String, byte[]> classes;

    private XjcClasses(Map<String, byte[]> classes) {
        super(XjcClasses.class.getClassLoader());
        this.classes = classes;
    }

    /** The object factories, which lead to all classes. */
    static List<Class<?>> of(RandomSchema random) throws IOException, ClassNotFoundException {
        Map<String, String> sources = sources(random);
        XjcClasses loader = new XjcClasses(compiled(sources));
        List<Class<?>> factories = new ArrayList<>();
        for (String name : sources.keySet()) {
            if (name.endsWith(".ObjectFactory")) {
                factories.add(Class.forName(name, true, loader));
            }
        }
        factories.sort((a, b) -> a.getName().compareTo(b.getName()));
        return factories;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] bytes = classes.get(name);
        if (bytes == null) {
            throw new ClassNotFoundException(name);
        }
        return defineClass(name, bytes, 0, bytes.length);
    }

    private static Map<String, String> sources(RandomSchema random) throws IOException {
        Map<String, String> texts = new HashMap<>();
        random.documents().forEach(document -> texts.put(BASE + document.file(), document.text()));
        SchemaCompiler compiler = XJC.createSchemaCompiler();
        Errors errors = new Errors();
        compiler.setErrorListener(errors);
        compiler.setEntityResolver((publicId, systemId) -> input(systemId, texts));
        compiler.parseSchema(input(BASE + "main.xsd", texts));
        S2JJAXBModel model = compiler.bind();
        Sources sources = new Sources();
        if (model != null) {
            model.generateCode(null, errors).build(sources);
        }
        if (!errors.texts.isEmpty() || model == null) {
            throw new IllegalStateException("the schema compiler refuses: " + errors.texts);
        }
        return sources.texts();
    }

    private static InputSource input(String systemId, Map<String, String> texts) {
        String file = BASE + systemId.substring(systemId.lastIndexOf('/') + 1);
        InputSource input = new InputSource(new StringReader(texts.get(file)));
        input.setSystemId(file);
        return input;
    }

    private static Map<String, byte[]> compiled(Map<String, String> sources) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
        Map<String, ByteArrayOutputStream> classes = new HashMap<>();
        List<JavaFileObject> files = new ArrayList<>();
        sources.forEach((name, text) -> files.add(new Source(name, text)));
        JavaFileManager manager =
                new InMemory(compiler.getStandardFileManager(problems, null, StandardCharsets.UTF_8), classes);
        List<String> options = List.of("-proc:none", "-nowarn");
        if (!compiler.getTask(null, manager, problems, options, null, files).call()) {
            throw new IllegalStateException("generated classes do not compile: " + problems.getDiagnostics());
        }
        Map<String, byte[]> bytes = new HashMap<>();
        classes.forEach((name, content) -> bytes.put(name, content.toByteArray()));
        return bytes;
    }

    /** Java sources by class name. */
    private static final class Sources extends CodeWriter {
        private final Map<String, ByteArrayOutputStream> files = new HashMap<>();

        Sources() {
            encoding = StandardCharsets.UTF_8.name();
        }

        @Override
        public OutputStream openBinary(JPackage in, String file) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            files.put(in.name() + "." + file.replaceAll("\\.java$", ""), bytes);
            return bytes;
        }

        @Override
        public void close() {}

        Map<String, String> texts() {
            Map<String, String> texts = new HashMap<>();
            files.forEach((name, bytes) -> texts.put(name, bytes.toString(StandardCharsets.UTF_8)));
            return texts;
        }
    }

    private static final class Errors implements ErrorListener {
        private final List<String> texts = new ArrayList<>();

        @Override
        public void error(SAXParseException problem) {
            texts.add(problem.getMessage());
        }

        @Override
        public void fatalError(SAXParseException problem) {
            texts.add(problem.getMessage());
        }

        @Override
        public void warning(SAXParseException problem) {}

        @Override
        public void info(SAXParseException problem) {}
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String name, String text) {
            super(URI.create("memory:///" + name.replace('.', '/') + ".java"), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreErrors) {
            return text;
        }
    }

    private static final class InMemory extends ForwardingJavaFileManager<JavaFileManager> {
        private final Map<String, ByteArrayOutputStream> classes;

        InMemory(JavaFileManager manager, Map<String, ByteArrayOutputStream> classes) {
            super(manager);
            this.classes = classes;
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
            return new SimpleJavaFileObject(URI.create("memory:///" + name.replace('.', '/') + ".class"), kind) {
                @Override
                public OutputStream openOutputStream() {
                    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                    classes.put(name, bytes);
                    return bytes;
                }
            };
        }
    }
}
