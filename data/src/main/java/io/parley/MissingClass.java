package io.parley;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Diagnoses missing classes of other libraries, or incompatible versions of them, and names the jar to add. */
public final class MissingClass {
    /** Minimum versions of Netty, common to all channels. */
    private static final String NETTY = " in the version of io.netty:netty-bom 4.2.18 or 4.1.137, or later";

    /** Jars by class name prefix. Longer prefixes come first. */
    private static final Map<String, String> JARS = new LinkedHashMap<>();

    static {
        JARS.put("io.netty.handler.codec.http.", "io.netty:netty-codec-http" + NETTY);
        JARS.put("io.netty.handler.codec.", "io.netty:netty-codec-base, or netty-codec of Netty 4.1," + NETTY);
        JARS.put("io.netty.handler.", "io.netty:netty-handler" + NETTY);
        JARS.put("io.netty.resolver.", "io.netty:netty-resolver" + NETTY);
        JARS.put("io.netty.channel.epoll.", "io.netty:netty-transport-classes-epoll" + NETTY);
        JARS.put("io.netty.channel.unix.", "io.netty:netty-transport-native-unix-common" + NETTY);
        JARS.put("io.netty.channel.", "io.netty:netty-transport" + NETTY);
        JARS.put("io.netty.buffer.", "io.netty:netty-buffer" + NETTY);
        JARS.put("io.netty.", "io.netty:netty-common" + NETTY);
        JARS.put("jakarta.jms.", "jakarta.jms:jakarta.jms-api");
        JARS.put("jakarta.servlet.", "jakarta.servlet:jakarta.servlet-api");
        JARS.put("jakarta.xml.ws.", "jakarta.xml.ws:jakarta.xml.ws-api");
        JARS.put("jakarta.xml.soap.", "jakarta.xml.soap:jakarta.xml.soap-api");
        JARS.put("jakarta.xml.bind.", "jakarta.xml.bind:jakarta.xml.bind-api");
        JARS.put("jakarta.activation.", "jakarta.activation:jakarta.activation-api");
        JARS.put("jakarta.annotation.", "jakarta.annotation:jakarta.annotation-api");
        JARS.put("org.apache.cxf.jaxws.", "org.apache.cxf:cxf-rt-frontend-jaxws in the version of cxf-core");
        JARS.put("org.objectweb.asm.", "org.ow2.asm:asm");
        JARS.put("org.slf4j.", "org.slf4j:slf4j-api");
    }

    private MissingClass() {}

    /** Returns the missing class and the remedy as a clause; empty if the failure has another cause. */
    public static Optional<String> in(Throwable failure) {
        return nameIn(failure).map(name -> "the class " + name + " is missing; " + remedy(name));
    }

    private static Optional<String> nameIn(Throwable failure) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (each instanceof NoClassDefFoundError || each instanceof ClassNotFoundException) {
                return Optional.of(String.valueOf(each.getMessage()).replace('/', '.'));
            }
        }
        return Optional.empty();
    }

    /**
     * Checks that a class can be loaded.
     *
     * @throws ConfigurationException naming the jar to add, if it cannot
     */
    public static void check(String name, String setting, ClassLoader loader) {
        try {
            Class.forName(name, false, loader);
        } catch (ClassNotFoundException | LinkageError e) {
            throw refusal(setting, nameIn(e).orElse(name));
        }
    }

    /** Returns whether a class loader has a class. Does not initialize the class. */
    public static boolean isThere(String name, ClassLoader loader) {
        try {
            Class.forName(name, false, loader);
            return true;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }

    /**
     * Runs work that needs other libraries.
     *
     * @throws ConfigurationException naming the jar to add, if one of their classes is missing
     */
    public static void check(Runnable work, String setting) {
        try {
            work.run();
        } catch (LinkageError e) {
            throw nameIn(e).map(name -> refusal(setting, name)).orElseThrow(() -> e);
        }
    }

    private static ConfigurationException refusal(String setting, String name) {
        return new ConfigurationException(setting, "the class " + name, "none", remedy(name));
    }

    private static String remedy(String name) {
        return JARS.entrySet().stream()
                .filter(jar -> name.startsWith(jar.getKey()))
                .findFirst()
                .map(jar -> "add " + jar.getValue() + " to the class path")
                .orElse("add the jar that has it to the class path");
    }
}
