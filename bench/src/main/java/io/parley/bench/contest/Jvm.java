package io.parley.bench.contest;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Commands that start programs of this class path in JVMs of their own. */
public final class Jvm {
    private Jvm() {}

    /**
     * Returns the command of a program.
     *
     * @param options of the JVM
     */
    public static List<String> command(Class<?> program, List<String> options, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
        command.addAll(arguments);
        return command;
    }
}
