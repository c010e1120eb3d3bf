package io.parley.cxf.bus;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.channel.KeyStoreFile;
import io.parley.channel.Protection;
import io.parley.cxf.settings.Settings;
import io.parley.runtime.RuntimeListener;
import java.io.IOException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Listener that the endpoints of the bus share.
 *
 * @param keys its key store; null if it generated its certificate or is not protected
 * @param first the endpoint that it was started for
 * @param warning the last one about its key store
 */
record SharedListener(RuntimeListener listening, @Nullable KeyStoreFile keys, QName first, LastWarning warning) {
    private static final Logger LOG = LoggerFactory.getLogger(SharedListener.class);

    /** Reloads the key store if it changed; one that cannot be read is retried on the next call. */
    void renew() {
        if (keys == null) {
            return;
        }
        try {
            keys.readIfChanged().ifPresent(certified -> {
                warning.clear();
                checkLifetime(keys, certified);
                listening.renew(certified);
                LOG.info("{} now uses the certificate {}", listening.address(), listening.certificate());
            });
        } catch (IOException | IllegalArgumentException e) {
            String why = String.valueOf(e.getMessage());
            if (warning.differs(why)) {
                LOG.warn("{} keeps the certificate {}: {}", listening.address(), listening.certificate(), why);
            }
        }
    }

    /** Reads the key that a listener presents. */
    static Protection certified(KeyStoreFile keys) {
        try {
            Protection.Certified certified = keys.read();
            checkLifetime(keys, certified);
            return certified;
        } catch (IOException e) {
            throw new ParleyException(
                    ErrorCode.CONNECT_FAILED,
                    e.getMessage() + "; set " + Settings.KEY_STORE + " and " + Settings.KEY_STORE_PASSWORD,
                    e);
        }
    }

    /** Warns the operator of a certificate that no client accepts. */
    private static void checkLifetime(KeyStoreFile keys, Protection.Certified certified) {
        X509Certificate own = certified.chain().get(0);
        try {
            own.checkValidity();
        } catch (CertificateException e) {
            LOG.warn(
                    "{}: expected a certificate within its lifetime, found one for {} to {}; clients do not connect to it,"
                            + " replace the file",
                    keys.path(),
                    own.getNotBefore(),
                    own.getNotAfter());
        }
    }
}
