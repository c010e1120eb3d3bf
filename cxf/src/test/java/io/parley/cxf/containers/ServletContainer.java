package io.parley.cxf.containers;

import jakarta.servlet.Filter;
import jakarta.servlet.Servlet;
import java.security.KeyStore;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A container of servlets as applications embed it, with few threads. */
public interface ServletContainer extends AutoCloseable {
    /** Of those that answer requests. */
    int FEW_THREADS = 8;

    String USER = "user";
    String PASSWORD = "secret";

    /** The containers that a test runs in. Tomcat is of the version that is on the class path. */
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

    /** Returns the containers to test: all of them, or the one that is named where another version of it is on the class path. */
    static Stream<Kind> tested() {
        String one = System.getProperty("parley.test.container", "");
        return Stream.of(Kind.values())
                .filter(kind -> one.isEmpty() || kind.name().equals(one));
    }

    /**
     * A web application of one servlet, at {@code /services/*}, whose class loader is the application's.
     *
     * @param context path of the application; empty for the root
     * @param async whether servlet and filters may let requests go
     * @param guarded whether the container asks for {@link #USER} by basic authentication
     * @param keys of its own TLS; null for plain HTTP
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

    /** Lets requests come by HTTP/2 in the clear as well, before it is started; false if it is not on the class path. */
    default boolean speakHttp2() {
        return false;
    }

    /** Starts on a free port of localhost, and returns it. */
    int start(Site site) throws Exception;

    /** Returns how many of its connections are no longer of HTTP. */
    int upgraded();

    /** Takes the application out, and goes on. */
    void undeploy() throws Exception;

    /** Stops it as an application does that ends. */
    @Override
    void close() throws Exception;
}
