package io.parley.testkit.campaign;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A fuzz test method.
 *
 * @param module folder of its module
 * @param type binary name of its class
 * @param method that Jazzer calls with inputs
 */
record FuzzTarget(String module, String type, String method) {
    private static final String SOURCES = "src/test/java";
    private static final String SUFFIX = "FuzzTest.java";
    private static final Pattern METHOD =
            Pattern.compile("@FuzzTest(?:\\([^)]*\\))?\\s+(?:public\\s+)?void\\s+(\\w+)\\(");

    /** Returns its name in reports and folders. */
    String name() {
        return type.substring(type.lastIndexOf('.') + 1) + "." + method;
    }

    /** Finds the targets in the modules of a clone, in order of modules and names. */
    static List<FuzzTarget> in(Path home) throws IOException {
        List<Path> modules;
        try (Stream<Path> folders = Files.list(home)) {
            modules = folders.filter(folder -> Files.isDirectory(folder.resolve(SOURCES)))
                    .sorted()
                    .toList();
        }
        List<FuzzTarget> targets = new ArrayList<>();
        for (Path module : modules) {
            Path sources = module.resolve(SOURCES);
            try (Stream<Path> files = Files.walk(sources)) {
                for (Path file : files.filter(each -> each.toString().endsWith(SUFFIX))
                        .sorted()
                        .toList()) {
                    String path = sources.relativize(file).toString().replace('\\', '/');
                    String type =
                            path.substring(0, path.length() - ".java".length()).replace('/', '.');
                    Matcher methods = METHOD.matcher(Files.readString(file));
                    while (methods.find()) {
                        targets.add(new FuzzTarget(module.getFileName().toString(), type, methods.group(1)));
                    }
                }
            }
        }
        return targets;
    }
}
