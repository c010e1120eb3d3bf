package io.parley.testkit.beans;

import com.sun.codemodel.CodeWriter;
import com.sun.codemodel.JPackage;
import com.sun.tools.xjc.api.ErrorListener;
import com.sun.tools.xjc.api.S2JJAXBModel;
import com.sun.tools.xjc.api.SchemaCompiler;
import com.sun.tools.xjc.api.XJC;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.xml.sax.InputSource;
import org.xml.sax.SAXParseException;

/**
 * The classes that JAXB's schema compiler generates from schema documents, compiled in memory. Needs {@code jaxb-xjc}.
 */
public final class XjcClasses {
    private static final String BASE = "http://localhost/schemas/";

    private final Map<String, byte[]> classes;
    private final ClassLoader loader;

    private XjcClasses(Map<String, byte[]> classes) {
        this.classes = new TreeMap<>(classes);
        this.loader = MemoryCompiler.loader(classes);
    }

    /**
     * Compiles documents.
     *
     * @param documents texts by file name
     * @param first the document that leads to all others
     * @param more further sources to compile, by full class name
     * @throws IllegalStateException if one of the compilers reports an error
     */
    public static XjcClasses of(Map<String, String> documents, String first, Map<String, String> more)
            throws IOException {
        Map<String, String> sources = sources(documents, first);
        sources.putAll(more);
        return new XjcClasses(MemoryCompiler.compile(sources));
    }

    /** Returns the object factories, which lead to all classes. */
    public List<Class<?>> factories() {
        return classes.keySet().stream()
                .filter(name -> name.endsWith(".ObjectFactory"))
                .<Class<?>>map(this::load)
                .toList();
    }

    /** Returns the class with a full name. */
    public Class<?> load(String name) {
        try {
            return Class.forName(name, true, loader);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Writes all class files to a folder, for the class path of another JVM. */
    public void write(Path folder) throws IOException {
        for (Map.Entry<String, byte[]> each : classes.entrySet()) {
            Path file = folder.resolve(each.getKey().replace('.', '/') + ".class");
            Files.createDirectories(file.getParent());
            Files.write(file, each.getValue());
        }
    }

    private static Map<String, String> sources(Map<String, String> documents, String first) throws IOException {
        SchemaCompiler compiler = XJC.createSchemaCompiler();
        Errors errors = new Errors();
        compiler.setErrorListener(errors);
        compiler.setEntityResolver((publicId, systemId) -> input(systemId, documents));
        compiler.parseSchema(input(BASE + first, documents));
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

    private static InputSource input(String systemId, Map<String, String> documents) {
        String file = systemId.substring(systemId.lastIndexOf('/') + 1);
        InputSource input = new InputSource(new StringReader(documents.get(file)));
        input.setSystemId(BASE + file);
        return input;
    }

    /** Collects Java sources by class name. */
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
}
