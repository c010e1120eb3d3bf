package io.parley.cxf.containers;

import io.parley.cxf.Certificates;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import java.util.EnumSet;
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
import org.eclipse.jetty.util.security.Credential;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** Jetty 12. */
final class JettyContainer implements ServletContainer {
    private final Server jetty = new Server(new QueuedThreadPool(FEW_THREADS));
    private ServerConnector connector;

    @Override
    public int start(Site site) throws Exception {
        ServletContextHandler context = new ServletContextHandler(
                site.context().isEmpty() ? "/" : site.context(), ServletContextHandler.SESSIONS);
        for (Filter filter : site.filters()) {
            FilterHolder held = new FilterHolder(filter);
            held.setAsyncSupported(site.async());
            context.addFilter(held, "/*", EnumSet.of(DispatcherType.REQUEST));
        }
        ServletHolder servlet = new ServletHolder(site.servlet());
        servlet.setAsyncSupported(site.async());
        context.addServlet(servlet, "/services/*");
        if (site.guarded()) {
            context.setSecurityHandler(guard());
        }
        connector = site.keys() == null ? new ServerConnector(jetty, 1, 1) : secure(site);
        connector.setHost("localhost");
        jetty.addConnector(connector);
        jetty.setHandler(context);
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
    public void close() throws Exception {
        jetty.stop();
    }
}
