package io.parley.cxf.containers;

import jakarta.servlet.Filter;
import jakarta.servlet.Servlet;
import java.security.KeyStore;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A servlet container embedded as in applications, with few threads. */
public interface ServletContainer extends AutoCloseable {
    /** Number of threads that answer requests. */
    int FEW_THREADS = 8;

    String USER = "user";
    String PASSWORD = "secret";

    /** The containers under test. The version of Tomcat is the one on the class path. */
    enum Kind {
        JETTY,
        TOMCAT,
        UNDERTOW;

        public ServletContainer make() {
            return switch (this) {
                case JETTY -> new JettyContainer();
                case TOMCAT -> new TomcatContainer();
                case UNDERTOW -> new UndertowContainer();
            };
        }
    }

    /** Returns the containers to test: all of them, or the named one if another version of it is on the class path. */
    static Stream<Kind> tested() {
        String one = System.getProperty("parley.test.container", "");
        return Stream.of(Kind.values())
                .filter(kind -> one.isEmpty() || kind.name().equals(one));
    }

    /**
     * A web application with one servlet, at {@code /services/*}, whose class loader is the application's.
     *
     * @param context path of the application; empty for the root
     * @param async true if servlet and filters support asynchronous requests
     * @param guarded true if the container requires {@link #USER} by basic authentication
     * @param keys for TLS in the container; null for plain HTTP
     */
    record Site(
            Servlet servlet,
            String context,
            boolean async,
            List<Filter> filters,
            boolean guarded,
            @Nullable KeyStore keys) {
        public static Site of(Servlet servlet, Filter... filters) {
            return new Site(servlet, "/app", true, List.of(filters), false, null);
        }

        public Site at(String path) {
            return new Site(servlet, path, async, filters, guarded, keys);
        }

        public Site withoutAsync() {
            return new Site(servlet, context, false, filters, guarded, keys);
        }

        public Site guardedByTheContainer() {
            return new Site(servlet, context, async, filters, true, keys);
        }

        public Site overTls(KeyStore own) {
            return new Site(servlet, context, async, filters, guarded, own);
        }
    }

    /** Enables cleartext HTTP/2 as well, before the start; returns false if it is not on the class path. */
    default boolean speakHttp2() {
        return false;
    }

    /** Starts on a free port of localhost; returns the port. */
    int start(Site site) throws Exception;

    /** Returns the number of connections that were upgraded from HTTP. */
    int upgraded();

    /** Undeploys the application; the container continues to run. */
    void undeploy() throws Exception;

    /** Stops the container as at the end of an application. */
    @Override
    void close() throws Exception;
}
