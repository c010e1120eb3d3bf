package io.parley.cxf.containers;

import io.parley.cxf.Certificates;
import jakarta.servlet.Filter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import org.apache.catalina.Container;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleState;
import org.apache.catalina.Wrapper;
import org.apache.catalina.authenticator.BasicAuthenticator;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.apache.catalina.util.ServerInfo;
import org.apache.coyote.Processor;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.coyote.http2.Http2Protocol;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;
import org.apache.tomcat.util.descriptor.web.LoginConfig;
import org.apache.tomcat.util.descriptor.web.SecurityCollection;
import org.apache.tomcat.util.descriptor.web.SecurityConstraint;
import org.apache.tomcat.util.net.SSLHostConfig;
import org.apache.tomcat.util.net.SSLHostConfigCertificate;

/** Tomcat 10.1 or 11. */
final class TomcatContainer implements ServletContainer {
    private final Tomcat tomcat = new Tomcat();
    private final Watched protocol = new Watched();

    /** Exposes which of its connections were upgraded. */
    private static final class Watched extends Http11NioProtocol {
        int upgraded() {
            return (int) getEndpoint().getConnections().stream()
                    .filter(each -> each.getCurrentProcessor() instanceof Processor processor && processor.isUpgrade())
                    .count();
        }
    }

    @Override
    public boolean speakHttp2() {
        protocol.addUpgradeProtocol(new Http2Protocol());
        return true;
    }

    @Override
    public int start(Site site) throws Exception {
        String expected = System.getProperty("parley.test.tomcat", "11.0");
        if (!ServerInfo.getServerNumber().startsWith(expected)) {
            throw new IllegalStateException(
                    "expected Tomcat " + expected + ", found " + ServerInfo.getServerNumber() + " on the class path");
        }
        Path folder = Files.createTempDirectory("tomcat");
        tomcat.setBaseDir(folder.toString());
        Connector connector = new Connector(protocol);
        connector.setPort(0);
        connector.setProperty("address", "localhost");
        connector.setProperty("maxThreads", String.valueOf(FEW_THREADS));
        if (site.keys() != null) {
            secure(connector, site);
        }
        tomcat.setConnector(connector);
        Context context = tomcat.addContext(site.context(), folder.toString());
        context.setParentClassLoader(site.servlet().getClass().getClassLoader());
        for (int i = 0; i < site.filters().size(); i++) {
            add(context, "filter" + i, site.filters().get(i), site.async());
        }
        if (site.guarded()) {
            guard(context);
        }
        Wrapper servlet = Tomcat.addServlet(context, "cxf", site.servlet());
        servlet.setAsyncSupported(site.async());
        context.addServletMappingDecoded("/services/*", "cxf");
        tomcat.start();
        return connector.getLocalPort();
    }

    private static void secure(Connector connector, Site site) {
        connector.setSecure(true);
        connector.setScheme("https");
        connector.setProperty("SSLEnabled", "true");
        SSLHostConfig host = new SSLHostConfig();
        SSLHostConfigCertificate certificate =
                new SSLHostConfigCertificate(host, SSLHostConfigCertificate.Type.UNDEFINED);
        certificate.setCertificateKeystore(site.keys());
        certificate.setCertificateKeystorePassword(Certificates.password());
        host.addCertificate(certificate);
        connector.addSslHostConfig(host);
    }

    private static void add(Context context, String name, Filter filter, boolean async) {
        FilterDef definition = new FilterDef();
        definition.setFilterName(name);
        definition.setFilter(filter);
        definition.setAsyncSupported(String.valueOf(async));
        context.addFilterDef(definition);
        FilterMap mapped = new FilterMap();
        mapped.setFilterName(name);
        mapped.addURLPattern("/*");
        context.addFilterMap(mapped);
    }

    private void guard(Context context) {
        tomcat.addUser(USER, PASSWORD);
        tomcat.addRole(USER, USER);
        SecurityCollection all = new SecurityCollection();
        all.addPattern("/*");
        SecurityConstraint constraint = new SecurityConstraint();
        constraint.addAuthRole(USER);
        constraint.addCollection(all);
        context.addConstraint(constraint);
        context.addSecurityRole(USER);
        context.setLoginConfig(new LoginConfig("BASIC", "here", null, null));
        context.getPipeline().addValve(new BasicAuthenticator());
    }

    @Override
    public int upgraded() {
        return protocol.upgraded();
    }

    @Override
    public void undeploy() {
        for (Container each : tomcat.getHost().findChildren()) {
            tomcat.getHost().removeChild(each);
        }
    }

    @Override
    public void close() throws Exception {
        if (tomcat.getServer().getState() == LifecycleState.STARTED) {
            tomcat.stop();
        }
        tomcat.destroy();
        deleteAll(tomcat.getServer().getCatalinaBase().toPath());
    }

    private static void deleteAll(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).forEach(file -> {
                try {
                    Files.deleteIfExists(file);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }
}
