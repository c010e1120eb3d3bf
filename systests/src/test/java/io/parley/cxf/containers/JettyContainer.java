package io.parley.cxf.containers;

import io.parley.cxf.Certificates;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import java.util.EnumSet;
import java.util.Objects;
import org.eclipse.jetty.ee11.servlet.FilterHolder;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.ee11.servlet.security.ConstraintMapping;
import org.eclipse.jetty.ee11.servlet.security.ConstraintSecurityHandler;
import org.eclipse.jetty.security.Constraint;
import org.eclipse.jetty.security.HashLoginService;
import org.eclipse.jetty.security.UserStore;
import org.eclipse.jetty.security.authentication.BasicAuthenticator;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.server.handler.ContextHandlerCollection;
import org.eclipse.jetty.util.security.Credential;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;

/** Jetty 12. */
final class JettyContainer implements ServletContainer {
    private final Server jetty = new Server(new QueuedThreadPool(FEW_THREADS));
    private ServerConnector connector;
    private final ContextHandlerCollection contexts = new ContextHandlerCollection();
    private @Nullable ServletContextHandler context;

    @Override
    public int start(Site site) throws Exception {
        ServletContextHandler made = new ServletContextHandler(
                site.context().isEmpty() ? "/" : site.context(), ServletContextHandler.SESSIONS);
        made.setClassLoader(site.servlet().getClass().getClassLoader());
        for (Filter filter : site.filters()) {
            FilterHolder held = new FilterHolder(filter);
            held.setAsyncSupported(site.async());
            made.addFilter(held, "/*", EnumSet.of(DispatcherType.REQUEST));
        }
        ServletHolder servlet = new ServletHolder(site.servlet());
        servlet.setAsyncSupported(site.async());
        made.addServlet(servlet, "/services/*");
        if (site.guarded()) {
            made.setSecurityHandler(guard());
        }
        connector = site.keys() == null ? new ServerConnector(jetty, 1, 1) : secure(site);
        connector.setHost("localhost");
        jetty.addConnector(connector);
        contexts.addHandler(made);
        jetty.setHandler(contexts);
        context = made;
        jetty.start();
        return connector.getLocalPort();
    }

    private ServerConnector secure(Site site) {
        SslContextFactory.Server tls = new SslContextFactory.Server();
        tls.setKeyStore(site.keys());
        tls.setKeyStorePassword(Certificates.password());
        HttpConfiguration http = new HttpConfiguration();
        http.addCustomizer(new SecureRequestCustomizer(false));
        return new ServerConnector(
                jetty, 1, 1, new SslConnectionFactory(tls, "http/1.1"), new HttpConnectionFactory(http));
    }

    private static ConstraintSecurityHandler guard() {
        UserStore users = new UserStore();
        users.addUser(USER, Credential.getCredential(PASSWORD), new String[] {USER});
        HashLoginService logins = new HashLoginService("here");
        logins.setUserStore(users);
        ConstraintMapping all = new ConstraintMapping();
        all.setPathSpec("/*");
        all.setConstraint(Constraint.from(USER));
        ConstraintSecurityHandler guard = new ConstraintSecurityHandler();
        guard.setAuthenticator(new BasicAuthenticator());
        guard.setLoginService(logins);
        guard.addConstraintMapping(all);
        return guard;
    }

    @Override
    public int upgraded() {
        return (int) connector.getConnectedEndPoints().stream()
                .filter(end -> end.getConnection().getClass().getName().startsWith("io.parley."))
                .count();
    }

    @Override
    public void undeploy() throws Exception {
        Objects.requireNonNull(context).stop();
        contexts.removeHandler(context);
        context = null;
    }

    @Override
    public void close() throws Exception {
        jetty.stop();
    }
}
