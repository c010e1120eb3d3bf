package io.parley.cxf.containers;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The class loader of an application that, like a WAR, contains all jars except the container's; its own classes take
 * precedence.
 */
final class ApplicationLoader extends URLClassLoader {
    /** Database drivers, which the JDK's driver manager keeps reachable. */
    private static final Pattern DRIVERS = Pattern.compile("sqlite|postgresql|h2-|mariadb");

    private static final List<String> OF_THE_CONTAINER = List.of(
            "java.",
            "jakarta.servlet.",
            "org.apache.catalina.",
            "org.apache.coyote.",
            "org.apache.tomcat.",
            "org.eclipse.jetty.",
            "io.undertow.",
            "org.xnio.",
            "org.slf4j.",
            "ch.qos.logback.");

    ApplicationLoader() {
        super(urls(), ApplicationLoader.class.getClassLoader());
    }

    private static URL[] urls() {
        return Pattern.compile(Pattern.quote(File.pathSeparator))
                .splitAsStream(System.getProperty("java.class.path"))
                .filter(entry -> !DRIVERS.matcher(entry).find())
                .map(ApplicationLoader::url)
                .toArray(URL[]::new);
    }

    private static URL url(String entry) {
        try {
            return Path.of(entry).toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalStateException(entry, e);
        }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (OF_THE_CONTAINER.stream().anyMatch(name::startsWith)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> known = findLoadedClass(name);
            return known == null ? own(name, resolve) : known;
        }
    }

    private Class<?> own(String name, boolean resolve) throws ClassNotFoundException {
        try {
            return findClass(name);
        } catch (ClassNotFoundException e) {
            return super.loadClass(name, resolve); // a class of the JDK
        }
    }
}
