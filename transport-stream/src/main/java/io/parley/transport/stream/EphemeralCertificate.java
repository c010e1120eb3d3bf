package io.parley.transport.stream;

import io.parley.channel.Protection;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * Generates a key and a self-signed certificate for one listener. They live in memory only, so they cannot be stolen
 * from a disk.
 */
public final class EphemeralCertificate {
    private static final String CURVE = "secp256r1";
    private static final X500Name NAME = new X500Name("CN=parley stream");
    private static final int SERIAL_BITS = 128;
    /** Allows for clock differences; peers trust the fingerprint, not the dates. */
    private static final Duration BEFORE = Duration.ofDays(1);

    private static final Duration LIFETIME = Duration.ofDays(3650);

    private EphemeralCertificate() {}

    /**
     * Generates a certificate that is valid from one day before the given time.
     *
     * @throws IllegalStateException if the JDK lacks the algorithms
     */
    public static Protection.Certified make(Instant now) {
        try {
            KeyPairGenerator keys = KeyPairGenerator.getInstance("EC");
            keys.initialize(new ECGenParameterSpec(CURVE));
            KeyPair pair = keys.generateKeyPair();
            return new Protection.Certified(pair.getPrivate(), List.of(certificate(pair, now)));
        } catch (GeneralSecurityException | OperatorCreationException e) {
            throw new IllegalStateException(
                    "expected the JDK to generate a " + CURVE + " key and a certificate for it", e);
        }
    }

    private static X509Certificate certificate(KeyPair pair, Instant now)
            throws GeneralSecurityException, OperatorCreationException {
        JcaX509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(
                NAME,
                new BigInteger(SERIAL_BITS, new SecureRandom()),
                Date.from(now.minus(BEFORE)),
                Date.from(now.plus(LIFETIME)),
                NAME,
                pair.getPublic());
        return new JcaX509CertificateConverter()
                .getCertificate(builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(pair.getPrivate())));
    }
}
