package io.parley;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Names the jar that has to be added where a class of another library is not there, or is another than expected. */
public final class MissingClass {
    /** Netty that all channels work with; 4.1 too, from that version on. */
    private static final String NETTY = " in the version of io.netty:netty-bom 4.2.18 or 4.1.137, or later";

    /** Jars by the beginnings of the names of their classes; the longer stands first. */
    private static final Map<String, String> JARS = new LinkedHashMap<>();

    static {
        JARS.put("io.netty.handler.codec.http.", "io.netty:netty-codec-http" + NETTY);
        JARS.put("io.netty.handler.codec.", "io.netty:netty-codec-base, or netty-codec of Netty 4.1," + NETTY);
        JARS.put("io.netty.handler.", "io.netty:netty-handler" + NETTY);
        JARS.put("io.netty.resolver.", "io.netty:netty-resolver" + NETTY);
        JARS.put("io.netty.channel.", "io.netty:netty-transport" + NETTY);
        JARS.put("io.netty.buffer.", "io.netty:netty-buffer" + NETTY);
        JARS.put("io.netty.", "io.netty:netty-common" + NETTY);
        JARS.put("jakarta.jms.", "jakarta.jms:jakarta.jms-api");
        JARS.put("jakarta.servlet.", "jakarta.servlet:jakarta.servlet-api");
    }

    private MissingClass() {}

    /** Returns what is missing and what to do, as a clause; empty if the failure is of another kind. */
    public static Optional<String> in(Throwable failure) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (each instanceof NoClassDefFoundError || each instanceof ClassNotFoundException) {
                return Optional.of(of(String.valueOf(each.getMessage()).replace('/', '.')));
            }
        }
        return Optional.empty();
    }

    /**
     * Checks that a class is there.
     *
     * @throws ConfigurationException if it is not, with the jar to add
     */
    public static void check(String name, String setting, ClassLoader loader) {
        try {
            Class.forName(name, false, loader);
        } catch (ClassNotFoundException | LinkageError e) {
            throw new ConfigurationException(setting, "the class " + name, "none", remedy(name));
        }
    }

    private static String of(String name) {
        return "the class " + name + " is not there; " + remedy(name);
    }

    private static String remedy(String name) {
        return JARS.entrySet().stream()
                .filter(jar -> name.startsWith(jar.getKey()))
                .findFirst()
                .map(jar -> "add " + jar.getValue() + " to the class path")
                .orElse("add the jar that has it to the class path");
    }
}
