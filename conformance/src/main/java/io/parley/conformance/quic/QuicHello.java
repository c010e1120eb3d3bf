package io.parley.conformance.quic;

import io.parley.conformance.raw.ByteOutput;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.interfaces.XECPublicKey;
import java.security.spec.NamedParameterSpec;
import java.security.spec.XECPublicKeySpec;
import java.util.List;
import javax.crypto.KeyAgreement;

/**
 * The ClientHello of a client (RFC 8446, section 4.1.2; RFC 9001, section 8). Immutable.
 *
 * @param serverName empty for none
 * @param protocols of the application; empty for none
 * @param version the only version of TLS that is offered
 */
public record QuicHello(String serverName, List<String> protocols, int version) {
    /** The application protocol of section 17 without tracks. */
    public static final String PARLEY = "parley/1";

    /** The application protocol of section 17 with tracks. */
    public static final String PARLEY_2 = "parley/2";

    /** TLS 1.3. */
    public static final int TLS_1_3 = 0x0304;

    /** TLS 1.2. */
    public static final int TLS_1_2 = 0x0303;

    static final int X25519 = 29;
    static final int KEY_SHARE = 51;
    static final int PARAMETERS = 57;
    static final int PROTOCOLS = 16;
    static final int SUPPORTED_VERSIONS = 43;
    static final int AES_128_GCM = 0x1301;
    private static final int RANDOM = 32;
    private static final int KEY = 32;
    private static final int CLIENT_HELLO = 1;
    /**
     * Transport parameters, as number and value: windows that no case fills, datagrams of any length, and streams that
     * this side would count.
     */
    private static final long[][] OFFERED = {
        {0x01, 60_000},
        {0x04, 1 << 28},
        {0x05, 1 << 28},
        {0x06, 1 << 28},
        {0x07, 1 << 28},
        {0x08, 1},
        {0x09, 64},
        {0x20, 65_535}
    };

    public QuicHello {
        protocols = List.copyOf(protocols);
    }

    /** Returns the offer of a Parley client. */
    public static QuicHello of(String serverName) {
        return new QuicHello(serverName, List.of(PARLEY), TLS_1_3);
    }

    /** Returns the offer of a Parley client that has tracks. */
    public static QuicHello withTracks(String serverName) {
        return new QuicHello(serverName, List.of(PARLEY_2), TLS_1_3);
    }

    /** Returns the bytes of the message with an unused key, for callers that only examine the first reply. */
    public byte[] bytes(byte[] source) {
        return bytes(newKeys(), source);
    }

    byte[] bytes(KeyPair keys, byte[] source) {
        ByteOutput extensions = new ByteOutput();
        if (!serverName.isEmpty()) {
            byte[] name = serverName.getBytes(StandardCharsets.US_ASCII);
            extension(
                    extensions,
                    0,
                    counted(new ByteOutput().number(0, 1).number(name.length, 2).bytes(name), 2));
        }
        extension(extensions, 10, counted(new ByteOutput().number(X25519, 2), 2));
        extension(
                extensions,
                13,
                counted(
                        new ByteOutput()
                                .number(0x0403, 2)
                                .number(0x0503, 2)
                                .number(0x0804, 2)
                                .number(0x0805, 2),
                        2));
        if (!protocols.isEmpty()) {
            ByteOutput names = new ByteOutput();
            protocols.forEach(each -> {
                byte[] name = each.getBytes(StandardCharsets.US_ASCII);
                names.number(name.length, 1).bytes(name);
            });
            extension(extensions, PROTOCOLS, counted(names, 2));
        }
        extension(extensions, SUPPORTED_VERSIONS, counted(new ByteOutput().number(version, 2), 1));
        extension(extensions, 45, counted(new ByteOutput().number(1, 1), 1)); // keys of tickets, with a new exchange
        byte[] share = littleEndian(((XECPublicKey) keys.getPublic()).getU());
        extension(
                extensions,
                KEY_SHARE,
                counted(new ByteOutput().number(X25519, 2).number(KEY, 2).bytes(share), 2));
        extension(extensions, PARAMETERS, parameters(source));
        byte[] random = new byte[RANDOM];
        new SecureRandom().nextBytes(random);
        byte[] body = new ByteOutput()
                .number(TLS_1_2, 2)
                .bytes(random)
                .number(0, 1)
                .bytes(counted(new ByteOutput().number(AES_128_GCM, 2), 2))
                .number(1, 1)
                .number(0, 1)
                .bytes(counted(extensions, 2))
                .toBytes();
        return new ByteOutput()
                .number(CLIENT_HELLO, 1)
                .number(body.length, 3)
                .bytes(body)
                .toBytes();
    }

    private static byte[] parameters(byte[] source) {
        ByteOutput to = new ByteOutput();
        for (long[] each : OFFERED) {
            byte[] value = QuicBytes.number(new ByteOutput(), each[1]).toBytes();
            QuicBytes.number(to, each[0]);
            QuicBytes.number(to, value.length).bytes(value);
        }
        QuicBytes.number(to, 0x0f);
        return QuicBytes.number(to, source.length).bytes(source).toBytes();
    }

    private static void extension(ByteOutput to, int type, byte[] content) {
        to.number(type, 2).number(content.length, 2).bytes(content);
    }

    private static byte[] counted(ByteOutput content, int size) {
        byte[] bytes = content.toBytes();
        return new ByteOutput().number(bytes.length, size).bytes(bytes).toBytes();
    }

    static KeyPair newKeys() {
        try {
            return KeyPairGenerator.getInstance("X25519").generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has X25519", e);
        }
    }

    /** Returns the shared secret of a key exchange. */
    static byte[] shared(KeyPair own, byte[] other) throws GeneralSecurityException {
        byte[] bigEndian = new byte[KEY];
        for (int i = 0; i < KEY; i++) {
            bigEndian[i] = other[KEY - 1 - i];
        }
        KeyAgreement agreement = KeyAgreement.getInstance("X25519");
        agreement.init(own.getPrivate());
        agreement.doPhase(
                KeyFactory.getInstance("X25519")
                        .generatePublic(new XECPublicKeySpec(NamedParameterSpec.X25519, new BigInteger(1, bigEndian))),
                true);
        return agreement.generateSecret();
    }

    private static byte[] littleEndian(BigInteger number) {
        byte[] bytes = new byte[KEY];
        for (int i = 0; i < KEY; i++) {
            bytes[i] = number.shiftRight(Byte.SIZE * i).byteValue();
        }
        return bytes;
    }
}
