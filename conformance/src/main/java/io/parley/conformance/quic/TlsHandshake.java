package io.parley.conformance.quic;

import io.parley.conformance.raw.ByteInput;
import io.parley.conformance.raw.ByteOutput;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.MessageDigest;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The client side of a TLS 1.3 handshake (RFC 8446), which accepts any certificate and does not authenticate itself.
 * One thread at a time.
 */
final class TlsHandshake {
    private static final int SERVER_HELLO = 2;
    private static final int NEW_SESSION_TICKET = 4;
    private static final int ENCRYPTED_EXTENSIONS = 8;
    private static final int CERTIFICATE = 11;
    private static final int CERTIFICATE_REQUEST = 13;
    private static final int CERTIFICATE_VERIFY = 15;
    private static final int FINISHED = 20;
    private static final int EARLY_DATA = 42;
    private static final int RANDOM = 32;
    private static final int HEAD = 4;
    private static final int ECDSA_P256 = 0x0403;
    private static final int ECDSA_P384 = 0x0503;
    private static final int PSS_SHA256 = 0x0804;
    /** The random of a HelloRetryRequest. */
    private static final byte[] RETRY =
            HexFormat.of().parseHex("cf21ad74e59a6111be1d8c021e65b891c2a211167abb8c5e079e09e2c8a8339c");

    private final KeyPair keys = QuicHello.newKeys();
    private final ByteOutput transcript = new ByteOutput();
    private byte[] handshakeSecret = {};
    private byte[] clientSecret = {};
    private byte[] serverSecret = {};
    private byte[] masterSecret = {};
    private @Nullable X509Certificate certificate;
    private Map<Long, byte[]> parameters = Map.of();
    private String protocol = "";
    private boolean asksForCertificate;
    private boolean takesEarlyData;
    private boolean isFinished;

    byte[] hello(QuicHello hello, byte[] source) {
        byte[] message = hello.bytes(keys, source);
        transcript.bytes(message);
        return message;
    }

    /** Returns the length of the first message with its header; negative if it is incomplete. */
    static int length(byte[] bytes) {
        if (bytes.length < HEAD) {
            return -1;
        }
        int length = HEAD + (int) new ByteInput(Arrays.copyOfRange(bytes, 1, HEAD)).number(HEAD - 1);
        return length <= bytes.length ? length : -1;
    }

    /** Processes a message of the peer. */
    void take(byte[] message) throws GeneralSecurityException {
        ByteInput in = new ByteInput(Arrays.copyOfRange(message, HEAD, message.length));
        switch (message[0]) {
            case SERVER_HELLO -> {
                transcript.bytes(message);
                takeHello(in);
                return;
            }
            case NEW_SESSION_TICKET -> {
                takeTicket(in);
                return;
            }
            case ENCRYPTED_EXTENSIONS -> takeExtensions(extensions(in));
            case CERTIFICATE_REQUEST -> asksForCertificate = true;
            case CERTIFICATE -> takeCertificate(in);
            case CERTIFICATE_VERIFY -> checkSignature(in);
            case FINISHED -> checkFinished(in);
            default ->
                throw new GeneralSecurityException("expected a message of a handshake, found type " + message[0]);
        }
        transcript.bytes(message);
    }

    private void takeHello(ByteInput in) throws GeneralSecurityException {
        in.number(2);
        if (Arrays.equals(in.bytes(RANDOM), RETRY)) {
            throw new GeneralSecurityException("expected X25519 to be taken, found another group asked for");
        }
        in.bytes((int) in.number(1));
        int suite = (int) in.number(2);
        in.number(1);
        Map<Integer, byte[]> extensions = extensions(in);
        byte[] version = extensions.getOrDefault(QuicHello.SUPPORTED_VERSIONS, new byte[0]);
        if (suite != QuicHello.AES_128_GCM || !Arrays.equals(version, new byte[] {3, 4})) {
            throw new GeneralSecurityException("expected TLS 1.3 with AES-128-GCM, found suite " + suite);
        }
        ByteInput share = new ByteInput(extensions.getOrDefault(QuicHello.KEY_SHARE, new byte[0]));
        share.number(2);
        byte[] secret = QuicHello.shared(keys, share.bytes((int) share.number(2)));
        byte[] nothing = Hkdf.hash(new byte[0]);
        byte[] early = Hkdf.extract(new byte[Hkdf.HASH], new byte[Hkdf.HASH]);
        handshakeSecret = Hkdf.extract(Hkdf.expand(early, "derived", nothing, Hkdf.HASH), secret);
        clientSecret = Hkdf.expand(handshakeSecret, "c hs traffic", soFar(), Hkdf.HASH);
        serverSecret = Hkdf.expand(handshakeSecret, "s hs traffic", soFar(), Hkdf.HASH);
        masterSecret = Hkdf.extract(Hkdf.expand(handshakeSecret, "derived", nothing, Hkdf.HASH), new byte[Hkdf.HASH]);
    }

    private byte[] soFar() {
        return Hkdf.hash(transcript.toBytes());
    }

    private static Map<Integer, byte[]> extensions(ByteInput in) {
        ByteInput all = new ByteInput(in.bytes((int) in.number(2)));
        Map<Integer, byte[]> extensions = new HashMap<>();
        while (all.remaining() > 0) {
            int type = (int) all.number(2);
            extensions.put(type, all.bytes((int) all.number(2)));
        }
        return extensions;
    }

    private void takeExtensions(Map<Integer, byte[]> extensions) {
        takesEarlyData |= extensions.containsKey(EARLY_DATA);
        byte[] named = extensions.getOrDefault(QuicHello.PROTOCOLS, new byte[0]);
        protocol = named.length > 3
                ? new String(Arrays.copyOfRange(named, 3, named.length), StandardCharsets.US_ASCII)
                : "";
        ByteInput in = new ByteInput(extensions.getOrDefault(QuicHello.PARAMETERS, new byte[0]));
        Map<Long, byte[]> said = new HashMap<>();
        while (in.remaining() > 0) {
            said.put(QuicBytes.number(in), QuicBytes.counted(in));
        }
        parameters = said;
    }

    private void takeCertificate(ByteInput in) throws GeneralSecurityException {
        in.bytes((int) in.number(1));
        in.number(3);
        byte[] first = in.bytes((int) in.number(3));
        certificate = (X509Certificate)
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(first));
    }

    private void checkSignature(ByteInput in) throws GeneralSecurityException {
        int scheme = (int) in.number(2);
        byte[] signed = new ByteOutput()
                .bytes(" ".repeat(64).getBytes(StandardCharsets.US_ASCII))
                .bytes("TLS 1.3, server CertificateVerify".getBytes(StandardCharsets.US_ASCII))
                .number(0, 1)
                .bytes(soFar())
                .toBytes();
        X509Certificate shown = certificate;
        Signature signature = signature(scheme);
        if (shown == null) {
            throw new GeneralSecurityException("expected a certificate before its proof");
        }
        signature.initVerify(shown.getPublicKey());
        signature.update(signed);
        if (!signature.verify(in.bytes((int) in.number(2)))) {
            throw new GeneralSecurityException("expected a proof by the key of the certificate, found none");
        }
    }

    /** Returns the algorithm of one of the schemes that {@link QuicHello} offers. */
    private static Signature signature(int scheme) throws GeneralSecurityException {
        if (scheme == ECDSA_P256 || scheme == ECDSA_P384) {
            return Signature.getInstance(scheme == ECDSA_P256 ? "SHA256withECDSA" : "SHA384withECDSA");
        }
        boolean by256 = scheme == PSS_SHA256;
        Signature signature = Signature.getInstance("RSASSA-PSS");
        signature.setParameter(new PSSParameterSpec(
                by256 ? "SHA-256" : "SHA-384",
                "MGF1",
                by256 ? MGF1ParameterSpec.SHA256 : MGF1ParameterSpec.SHA384,
                by256 ? 32 : 48,
                1));
        return signature;
    }

    private void checkFinished(ByteInput in) throws GeneralSecurityException {
        byte[] expected = Hkdf.hmac(Hkdf.expand(serverSecret, "finished", Hkdf.HASH), soFar());
        if (!MessageDigest.isEqual(expected, in.rest())) {
            throw new GeneralSecurityException("expected the end of the handshake, found a wrong one");
        }
        isFinished = true;
    }

    private void takeTicket(ByteInput in) {
        in.number(8); // lifetime, and what is added to its age
        in.bytes((int) in.number(1));
        in.bytes((int) in.number(2));
        takesEarlyData |= extensions(in).containsKey(EARLY_DATA);
    }

    /** Returns the Finished message of this side; to be called before the application keys are derived. */
    byte[] finished() {
        byte[] proof = Hkdf.hmac(Hkdf.expand(clientSecret, "finished", Hkdf.HASH), soFar());
        return new ByteOutput()
                .number(FINISHED, 1)
                .number(proof.length, 3)
                .bytes(proof)
                .toBytes();
    }

    boolean hasHandshakeKeys() {
        return handshakeSecret.length > 0;
    }

    PacketKeys handshakeKeys(boolean ofClient) {
        return PacketKeys.of(ofClient ? clientSecret : serverSecret);
    }

    /** Returns the keys of the application data. */
    PacketKeys applicationKeys(boolean ofClient) {
        return PacketKeys.of(Hkdf.expand(masterSecret, ofClient ? "c ap traffic" : "s ap traffic", soFar(), Hkdf.HASH));
    }

    boolean isFinished() {
        return isFinished;
    }

    @Nullable
    X509Certificate certificate() {
        return certificate;
    }

    String protocol() {
        return protocol;
    }

    Map<Long, byte[]> parameters() {
        return parameters;
    }

    boolean asksForCertificate() {
        return asksForCertificate;
    }

    /** Returns whether the peer permits early data in a later handshake. */
    boolean takesEarlyData() {
        return takesEarlyData;
    }
}
