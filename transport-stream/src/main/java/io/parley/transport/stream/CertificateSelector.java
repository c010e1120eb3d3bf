package io.parley.transport.stream;

import io.parley.channel.Protection;
import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSession;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/**
 * Selects a certificate of a listener: the newest, or one of a few predecessors. A client requests one of them by its
 * fingerprint, in the server name of the handshake (RFC 6066, section 3), so that agreements under way and sessions
 * that wait to be resumed survive a renewal. A client that requests none of them gets the newest. Thread-safe.
 */
public final class CertificateSelector extends X509ExtendedKeyManager {
    public static final int MOST = 4;
    /**
     * Characters of the fingerprint in the server name: a label of a host name has at most 63, a fingerprint has 64.
     */
    private static final int NAME_LENGTH = 32;

    private static final String DOMAIN = ".parley";

    /** Newest first. */
    private volatile List<Shown> shown;

    private record Shown(String fingerprint, PrivateKey key, List<X509Certificate> chain) {
        static Shown of(Protection.Certified certified) {
            return new Shown(Protection.fingerprint(certified.chain().get(0)), certified.key(), certified.chain());
        }
    }

    /** Creates a list with one certificate. */
    public CertificateSelector(Protection.Certified first) {
        this.shown = List.of(Shown.of(first));
    }

    /** Returns the server name that requests the certificate with the given fingerprint. */
    public static String serverName(String fingerprint) {
        return fingerprint.substring(0, Math.min(NAME_LENGTH, fingerprint.length())) + DOMAIN;
    }

    /** Returns the fingerprint of the newest certificate. */
    public String newest() {
        return shown.get(0).fingerprint();
    }

    /** Adds a certificate, which becomes the newest; the oldest are dropped beyond {@link #MOST}. */
    public synchronized void add(Protection.Certified certified) {
        Shown added = Shown.of(certified);
        shown = Stream.concat(
                        Stream.of(added),
                        shown.stream().filter(each -> !each.fingerprint().equals(added.fingerprint())))
                .limit(MOST)
                .toList();
    }

    @Override
    public @Nullable String chooseEngineServerAlias(
            String keyType, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
        Shown wanted = wanted(engine == null ? null : engine.getHandshakeSession());
        return wanted.key().getAlgorithm().equals(keyType) ? wanted.fingerprint() : null;
    }

    private Shown wanted(@Nullable SSLSession session) {
        List<Shown> now = shown;
        if (now.size() > 1 && session instanceof ExtendedSSLSession extended) {
            for (SNIServerName asked : extended.getRequestedServerNames()) {
                for (Shown each : now) {
                    if (asked instanceof SNIHostName host
                            && host.getAsciiName().equalsIgnoreCase(serverName(each.fingerprint()))) {
                        return each;
                    }
                }
            }
        }
        return now.get(0);
    }

    @Override
    public X509Certificate @Nullable [] getCertificateChain(String alias) {
        Shown known = find(alias);
        return known == null ? null : known.chain().toArray(X509Certificate[]::new);
    }

    @Override
    public @Nullable PrivateKey getPrivateKey(String alias) {
        Shown known = find(alias);
        return known == null ? null : known.key();
    }

    private @Nullable Shown find(String alias) {
        for (Shown each : shown) {
            if (each.fingerprint().equals(alias)) {
                return each;
            }
        }
        return null;
    }

    @Override
    public String[] getServerAliases(String keyType, Principal @Nullable [] issuers) {
        return shown.stream()
                .filter(each -> each.key().getAlgorithm().equals(keyType))
                .map(Shown::fingerprint)
                .toArray(String[]::new);
    }

    @Override
    public @Nullable String chooseServerAlias(String keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return chooseEngineServerAlias(keyType, issuers, null);
    }

    @Override
    public String @Nullable [] getClientAliases(String keyType, Principal @Nullable [] issuers) {
        return null;
    }

    @Override
    public @Nullable String chooseClientAlias(
            String[] keyTypes, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return null;
    }
}
