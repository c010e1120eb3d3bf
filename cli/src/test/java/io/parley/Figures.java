package io.parley;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToIntFunction;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * Figures of the sources and pages, which {@code ./figures} prints for this tree or another one. Sources are parsed
 * without being compiled, by a JDK alone. Confined to one thread.
 */
final class Figures {
    /** Modules on which no application depends: they are counted, but the goals do not apply to them. */
    private static final Pattern TOOLS = Pattern.compile("bench|cli|examples.*|stacks.*|testkit");

    private static final Pattern KNOT = Pattern.compile("(?m)^knot \\S+ (\\d+)$");

    private final Map<String, Counts> modules = new TreeMap<>();
    private final Map<String, Set<String>> packagesOfName = new HashMap<>();
    private final List<Integer> methods = new ArrayList<>();
    private final List<String> undocumented = new ArrayList<>();
    private final Map<String, Integer> words = new TreeMap<>();
    private int longestFile;
    private int mostParameters;
    private int knot;

    private Figures() {}

    /** Prints the figures of a tree, next to those of another one if it is given. */
    @SuppressWarnings("SystemOut") // its purpose is to print
    public static void main(String[] arguments) throws IOException {
        Figures now = of(Path.of(arguments[0]));
        System.out.print(arguments.length == 1 ? now.table(now) : now.table(of(Path.of(arguments[1]))));
        now.twice().forEach(name -> System.err.println("in two packages: " + name));
        now.undocumented.forEach(method -> System.err.println("without a comment: " + method));
    }

    /** Computes the figures of a tree. */
    static Figures of(Path home) throws IOException {
        Figures figures = new Figures();
        try (Stream<Path> poms = Files.walk(home, 3)) {
            for (Path pom :
                    poms.filter(path -> path.endsWith("pom.xml")).sorted().toList()) {
                Path sources = pom.resolveSibling("src/main/java");
                if (Files.isDirectory(sources)) {
                    String name = home.relativize(pom.getParent()).toString().replace('\\', '/');
                    figures.read(figures.modules.computeIfAbsent(name, Counts::new), sources);
                }
            }
        }
        figures.count(home.resolve("docs"));
        Path shape = home.resolve("cli/src/test/resources/io/parley/shape.txt");
        if (Files.exists(shape)) {
            KNOT.matcher(Files.readString(shape))
                    .results()
                    .forEach(found -> figures.knot = Math.max(figures.knot, Integer.parseInt(found.group(1))));
        }
        return figures;
    }

    /** Returns the figures by the names that they have in the table. */
    Map<String, String> all() {
        Map<String, String> all = new TreeMap<>();
        modules.forEach(
                (name, module) -> all.put("module " + name + ": lines, types", module.lines + ", " + module.types));
        List<Counts> library = modules.values().stream()
                .filter(module -> !TOOLS.matcher(module.name).matches())
                .toList();
        all.put("public types", share(sum(library, each -> each.publicTypes), sum(library, each -> each.types)));
        all.put(
                "documented public methods",
                share(sum(library, each -> each.documented), sum(library, each -> each.publicMethods)));
        List<Integer> lengths = methods.stream().sorted().toList();
        all.put(
                "method length: median, 95 %, longest",
                at(lengths, 0.5) + "/" + at(lengths, 0.95) + "/" + at(lengths, 1));
        if (knot > 0) {
            all.put("largest knot of classes in a package", String.valueOf(knot));
        }
        all.put("most parameters of a public method", String.valueOf(mostParameters));
        all.put("lines of the longest file", String.valueOf(longestFile));
        all.put("public names in two packages", String.valueOf(twice().size()));
        words.forEach((room, count) -> all.put("words in " + room, String.valueOf(count)));
        return all;
    }

    /** Returns the simple names of public types that exist in several packages. */
    List<String> twice() {
        return packagesOfName.entrySet().stream()
                .filter(entry -> entry.getValue().size() > 1)
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }

    /** Returns the rows of a table with the figures of another tree and of this one. */
    String table(Figures before) {
        Map<String, String> then = before.all();
        Map<String, String> now = all();
        Set<String> names = new TreeSet<>(then.keySet());
        names.addAll(now.keySet());
        StringBuilder table = new StringBuilder("| figure | before | now |\n|---|---|---|\n");
        for (String name : names) {
            table.append("| ").append(name);
            table.append(" | ").append(then.getOrDefault(name, "–"));
            table.append(" | ").append(now.getOrDefault(name, "–")).append(" |\n");
        }
        return table.toString();
    }

    private void read(Counts module, Path sources) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(sources)) {
            files = all.filter(path -> path.toString().endsWith(".java")).toList();
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (var manager = compiler.getStandardFileManager(null, Locale.ROOT, UTF_8)) {
            JavacTask task = (JavacTask) compiler.getTask(
                    null, manager, null, List.of("-proc:none"), null, manager.getJavaFileObjectsFromPaths(files));
            DocTrees trees = DocTrees.instance(task);
            for (CompilationUnitTree unit : task.parse()) {
                String text = unit.getSourceFile().getCharContent(true).toString();
                int lines = (int) text.lines().count();
                module.lines += lines;
                longestFile = Math.max(longestFile, lines);
                new SourceReader(module, trees, unit).scan(unit, null);
            }
        }
    }

    private void count(Path docs) throws IOException {
        try (Stream<Path> pages = Files.walk(docs)) {
            for (Path page :
                    pages.filter(path -> path.toString().endsWith(".md")).toList()) {
                Path place = docs.relativize(page);
                String room = place.getNameCount() == 1 ? "docs" : "docs/" + place.getName(0);
                words.merge(room, Files.readString(page).split("\\s+").length, Integer::sum);
            }
        }
    }

    private static int sum(Collection<Counts> modules, ToIntFunction<Counts> count) {
        return modules.stream().mapToInt(count).sum();
    }

    private static String share(int part, int whole) {
        return String.format(Locale.ROOT, "%.1f %%", 100.0 * part / Math.max(1, whole));
    }

    private static int at(List<Integer> sorted, double quantile) {
        return sorted.isEmpty() ? 0 : sorted.get((int) Math.round(quantile * (sorted.size() - 1)));
    }

    /** The counts of one module. */
    private static final class Counts {
        private final String name;
        private int lines;
        private int types;
        private int publicTypes;
        private int publicMethods;
        private int documented;

        private Counts(String name) {
            this.name = name;
        }
    }

    /** Counts the types and methods of one file. */
    private final class SourceReader extends TreePathScanner<Void, Void> {
        private final Counts module;
        private final DocTrees trees;
        private final CompilationUnitTree unit;
        private final LineMap lineMap;
        private final SourcePositions positions;
        private final boolean tool;

        private SourceReader(Counts module, DocTrees trees, CompilationUnitTree unit) {
            this.module = module;
            this.trees = trees;
            this.unit = unit;
            this.lineMap = unit.getLineMap();
            this.positions = trees.getSourcePositions();
            this.tool = TOOLS.matcher(module.name).matches();
        }

        @Override
        public Void visitClass(ClassTree type, Void none) {
            if (!type.getSimpleName().isEmpty()) {
                module.types++;
                if (isPublic(getCurrentPath())) {
                    module.publicTypes++;
                    if (!tool && getCurrentPath().getParentPath().getLeaf() instanceof CompilationUnitTree) {
                        packagesOfName
                                .computeIfAbsent(type.getSimpleName().toString(), name -> new HashSet<>())
                                .add(unit.getPackageName().toString());
                    }
                }
            }
            return super.visitClass(type, null);
        }

        @Override
        public Void visitMethod(MethodTree method, Void none) {
            if (method.getBody() != null && !tool) {
                methods.add(line(positions.getEndPosition(unit, method))
                        - line(positions.getStartPosition(unit, method))
                        + 1);
            }
            if (isPublic(getCurrentPath()) && !overrides(method) && method.getReturnType() != null) {
                module.publicMethods++;
                if (!tool) {
                    mostParameters =
                            Math.max(mostParameters, method.getParameters().size());
                }
                if (trees.getDocCommentTree(getCurrentPath()) != null) {
                    module.documented++;
                } else if (!tool) {
                    undocumented.add(unit.getPackageName() + "."
                            + ((ClassTree) getCurrentPath().getParentPath().getLeaf()).getSimpleName() + "."
                            + method.getName());
                }
            }
            return super.visitMethod(method, null);
        }

        private int line(long position) {
            return (int) lineMap.getLineNumber(position);
        }

        private static boolean overrides(MethodTree method) {
            return method.getModifiers().getAnnotations().stream()
                    .anyMatch(each -> each.getAnnotationType().toString().equals("Override"));
        }

        /** Returns whether a member and all enclosing types are public; members of interfaces are public. */
        private static boolean isPublic(TreePath path) {
            for (TreePath at = path; !(at.getLeaf() instanceof CompilationUnitTree); at = at.getParentPath()) {
                if (!isPublic(at.getLeaf(), at.getParentPath().getLeaf())) {
                    return false;
                }
            }
            return true;
        }

        private static boolean isPublic(Tree tree, Tree around) {
            Set<Modifier> flags = EnumSet.noneOf(Modifier.class);
            if (tree instanceof ClassTree type) {
                flags.addAll(type.getModifiers().getFlags());
            } else if (tree instanceof MethodTree method) {
                flags.addAll(method.getModifiers().getFlags());
            }
            boolean ofInterface =
                    around.getKind() == Tree.Kind.INTERFACE || around.getKind() == Tree.Kind.ANNOTATION_TYPE;
            return flags.contains(Modifier.PUBLIC) || (ofInterface && !flags.contains(Modifier.PRIVATE));
        }
    }
}
