package io.parley.cxf.containers;

import io.parley.cxf.Certificates;
import io.undertow.Handlers;
import io.undertow.Undertow;
import io.undertow.UndertowOptions;
import io.undertow.security.idm.Account;
import io.undertow.security.idm.Credential;
import io.undertow.security.idm.IdentityManager;
import io.undertow.security.idm.PasswordCredential;
import io.undertow.server.HttpHandler;
import io.undertow.server.handlers.PathHandler;
import io.undertow.servlet.Servlets;
import io.undertow.servlet.api.DeploymentInfo;
import io.undertow.servlet.api.DeploymentManager;
import io.undertow.servlet.api.FilterInfo;
import io.undertow.servlet.api.LoginConfig;
import io.undertow.servlet.api.SecurityConstraint;
import io.undertow.servlet.api.WebResourceCollection;
import io.undertow.servlet.util.ImmediateInstanceFactory;
import io.undertow.util.Headers;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import java.net.InetSocketAddress;
import java.security.Principal;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** Undertow, the container of WildFly. */
final class UndertowContainer implements ServletContainer {
    private final AtomicInteger upgraded = new AtomicInteger();
    private boolean http2;
    private Undertow undertow;
    private @Nullable DeploymentManager deployed;
    private final PathHandler paths = Handlers.path();

    @Override
    public boolean speakHttp2() {
        http2 = true;
        return true;
    }

    @Override
    public int start(Site site) throws Exception {
        DeploymentInfo application = Servlets.deployment()
                .setClassLoader(site.servlet().getClass().getClassLoader())
                .setDeploymentName("application")
                .setContextPath(site.context().isEmpty() ? "/" : site.context())
                .addServlet(Servlets.servlet(
                                "cxf", site.servlet().getClass(), new ImmediateInstanceFactory<>(site.servlet()))
                        .addMapping("/services/*")
                        .setAsyncSupported(site.async()));
        for (int i = 0; i < site.filters().size(); i++) {
            Filter filter = site.filters().get(i);
            application
                    .addFilter(new FilterInfo("filter" + i, filter.getClass(), new ImmediateInstanceFactory<>(filter))
                            .setAsyncSupported(site.async()))
                    .addFilterUrlMapping("filter" + i, "/*", DispatcherType.REQUEST);
        }
        if (site.guarded()) {
            guard(application);
        }
        DeploymentManager made = Servlets.newContainer().addDeployment(application);
        made.deploy();
        HttpHandler handler = countUpgrades(paths.addPrefixPath(application.getContextPath(), made.start()));
        deployed = made;
        Undertow.Builder builder = Undertow.builder()
                .setServerOption(UndertowOptions.ENABLE_HTTP2, http2)
                .setIoThreads(2)
                .setWorkerThreads(FEW_THREADS)
                .setHandler(handler);
        undertow = site.keys() == null
                ? builder.addHttpListener(0, "localhost").build()
                : builder.addHttpsListener(0, "localhost", tls(site)).build();
        undertow.start();
        return ((InetSocketAddress) undertow.getListenerInfo().get(0).getAddress()).getPort();
    }

    private static SSLContext tls(Site site) throws Exception {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(Certificates.own(site.keys()), null, null);
        return context;
    }

    private HttpHandler countUpgrades(HttpHandler next) {
        return exchange -> {
            if ("websocket".equals(exchange.getRequestHeaders().getFirst(Headers.UPGRADE))) {
                upgraded.incrementAndGet();
                exchange.getConnection().addCloseListener(closed -> upgraded.decrementAndGet());
            }
            next.handleRequest(exchange);
        };
    }

    private static void guard(DeploymentInfo application) {
        application
                .addSecurityRole(USER)
                .setLoginConfig(new LoginConfig("BASIC", "here"))
                .setIdentityManager(new OneUser())
                .addSecurityConstraint(new SecurityConstraint()
                        .addRoleAllowed(USER)
                        .addWebResourceCollection(new WebResourceCollection().addUrlPattern("/*")));
    }

    private static final class OneUser implements IdentityManager {
        @Override
        public Account verify(Account account) {
            return account;
        }

        @Override
        public @Nullable Account verify(String name, Credential credential) {
            return name.equals(USER)
                            && credential instanceof PasswordCredential shown
                            && Arrays.equals(shown.getPassword(), PASSWORD.toCharArray())
                    ? new Known()
                    : null;
        }

        @Override
        public @Nullable Account verify(Credential credential) {
            return null;
        }
    }

    private static final class Known implements Account {
        @Override
        public Principal getPrincipal() {
            return () -> USER;
        }

        @Override
        public Set<String> getRoles() {
            return Set.of(USER);
        }
    }

    @Override
    public int upgraded() {
        return upgraded.get();
    }

    @Override
    public void undeploy() throws Exception {
        if (deployed != null) {
            deployed.stop();
            deployed.undeploy();
            paths.clearPaths();
            deployed = null;
        }
    }

    @Override
    public void close() throws Exception {
        if (undertow != null) {
            undeploy();
            undertow.stop();
        }
    }
}
