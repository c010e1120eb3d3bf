package io.parley.testkit.beans;

import jakarta.xml.bind.annotation.XmlTransient;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** The classes of a package, compiled in memory; they go with the loader. */
public final class CompiledBeans {
    private final BeanSet set;
    private final Loader loader;

    private CompiledBeans(BeanSet set, Loader loader) {
        this.set = set;
        this.loader = loader;
    }

    /**
     * Compiles a package.
     *
     * @throws IllegalStateException if a source has an error, or if there is no compiler
     */
    public static CompiledBeans of(BeanSet set) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new IllegalStateException("expected to run on a JDK, found a runtime without compiler");
        }
        DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
        List<JavaFileObject> units = new ArrayList<>();
        set.sources().forEach((name, text) -> units.add(new Unit(set.packageName(), name, text)));
        StandardJavaFileManager files = compiler.getStandardFileManager(problems, null, null);
        Outputs outputs = new Outputs(files);
        List<String> options = List.of("-proc:none", "-nowarn", "-Xlint:none");
        if (!compiler.getTask(null, outputs, problems, options, null, units).call()) {
            List<Diagnostic<? extends JavaFileObject>> found = problems.getDiagnostics();
            throw new IllegalStateException("expected sources without errors, found " + found + "\n" + set.text());
        }
        return new CompiledBeans(set, new Loader(outputs.classes));
    }

    public BeanSet set() {
        return set;
    }

    public Class<?> root() {
        return load(BeanSet.ROOT);
    }

    /** What a JAXB context needs to know; everything else can be reached from it. */
    public List<Class<?>> all() {
        List<Class<?>> all = new ArrayList<>(List.of(root(), load(BeanSet.FACTORY)));
        set.plans().keySet().stream().sorted().forEach(name -> {
            if (!load(name).isAnnotationPresent(XmlTransient.class)) {
                all.add(load(name));
            }
        });
        return all.stream().distinct().toList();
    }

    public ClassLoader loader() {
        return loader;
    }

    Class<?> load(String simpleName) {
        try {
            return Class.forName(set.packageName() + "." + simpleName.replace('.', '$'), true, loader);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    private static final class Unit extends SimpleJavaFileObject {
        private final String text;

        Unit(String packageName, String name, String text) {
            super(URI.create("memory:///" + packageName.replace('.', '/') + "/" + name + ".java"), Kind.SOURCE);
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
        private final Map<String, ClassFile> classes;

        Loader(Map<String, ClassFile> classes) {
            super(CompiledBeans.class.getClassLoader());
            this.classes = Map.copyOf(classes);
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            ClassFile file = classes.get(name);
            if (file == null) {
                throw new ClassNotFoundException(name);
            }
            byte[] bytes = file.bytes.toByteArray();
            return defineClass(name, bytes, 0, bytes.length);
        }
    }
}
