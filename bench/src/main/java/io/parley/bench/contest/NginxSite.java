package io.parley.bench.contest;

import io.parley.testkit.proxy.ProxyKind;
import io.parley.testkit.proxy.ReverseProxy;
import java.io.IOException;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.util.List;

/** A CXF service behind nginx, which terminates TLS, with the configuration from the guide. */
final class NginxSite {
    private NginxSite() {}

    /**
     * Starts nginx in front of a service on this machine. Closes the service on failure, for example if this machine
     * has no nginx.
     */
    static Site before(Site service) throws IOException {
        try {
            return start(service, Scratch.of("nginx"));
        } catch (IOException | RuntimeException e) {
            service.close();
            throw e;
        }
    }

    private static Site start(Site service, Scratch scratch) throws IOException {
        URI address = URI.create(service.address());
        try {
            ReverseProxy nginx = ReverseProxy.start(
                    ProxyKind.NGINX,
                    scratch.folder(),
                    List.of(address.getPort(), address.getPort()),
                    // A door uses the same port at another address of this machine.
                    text -> text.replace("listen ", "listen 127.0.0.1:"));
            int port = nginx.url(true, "").getPort();
            return new Site("https://" + address.getHost() + ":" + port + address.getPath(), List.of(port), () -> {
                try (service;
                        scratch) {
                    nginx.close();
                }
            });
        } catch (GeneralSecurityException e) {
            throw new IOException("nginx takes no keys", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while nginx was started", e);
        }
    }
}
