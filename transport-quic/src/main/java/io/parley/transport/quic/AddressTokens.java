package io.parley.transport.quic;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.handler.codec.quic.QuicConnectionIdGenerator;
import io.netty.handler.codec.quic.QuicTokenHandler;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Address validation by Retry (RFC 9000, 8.1.2): every client first proves that it receives packets at its address, and
 * no state is kept for it until then. A token is valid for one connection from one IP address, for a short time; the
 * port may change behind a NAT. Used on the event loop of its listener.
 */
final class AddressTokens implements QuicTokenHandler {
    private static final String HMAC = "HmacSHA256";
    private static final int TIME_BYTES = Long.BYTES;
    private static final int HEAD_BYTES = TIME_BYTES + 32;
    /** Connection IDs of RFC 9000, 17.2; those of a first packet have at least 8 bytes. */
    private static final int MOST_ID_BYTES = 20;

    private static final int INVALID = -1;
    /** Nanoseconds for which a token is good: some round trips and repetitions of a first packet. */
    private static final long LIFETIME_NANOS = 15_000_000_000L;

    private final Mac mac;
    private final QuicConnectionIdGenerator ids;
    private final LongSupplier nanoTime;
    private final Predicate<InetAddress> mayBegin;

    /**
     * @param ids makes the same ID of the same input
     * @param mayBegin whether one more handshake may begin from that address
     */
    AddressTokens(QuicConnectionIdGenerator ids, LongSupplier nanoTime, Predicate<InetAddress> mayBegin) {
        this.ids = ids;
        this.nanoTime = nanoTime;
        this.mayBegin = mayBegin;
        byte[] key = new byte[32];
        new SecureRandom().nextBytes(key);
        try {
            this.mac = Mac.getInstance(HMAC);
            mac.init(new SecretKeySpec(key, HMAC));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + HMAC, e);
        }
    }

    @Override
    public boolean writeToken(ByteBuf out, ByteBuf dcid, InetSocketAddress address) {
        byte[] id = ByteBufUtil.getBytes(dcid);
        long now = nanoTime.getAsLong();
        out.writeLong(now).writeBytes(proof(now, address.getAddress(), id)).writeBytes(id);
        return true;
    }

    @Override
    public TokenValidationResult validateToken(ByteBuf token, InetSocketAddress address, ByteBuf dcid) {
        int offset = validateToken(token, address);
        return offset != INVALID && isOfToken(token, dcid)
                ? TokenValidationResult.odcidFromToken(offset)
                : TokenValidationResult.invalidToken();
    }

    @Override
    public int validateToken(ByteBuf token, InetSocketAddress address) {
        int idBytes = token.readableBytes() - HEAD_BYTES;
        if (idBytes < 0 || idBytes > MOST_ID_BYTES) {
            return INVALID;
        }
        long made = token.getLong(token.readerIndex());
        long age = nanoTime.getAsLong() - made;
        byte[] found = ByteBufUtil.getBytes(token, token.readerIndex() + TIME_BYTES, HEAD_BYTES - TIME_BYTES);
        byte[] expected = proof(made, address.getAddress(), id(token));
        boolean isOurs = MessageDigest.isEqual(expected, found);
        return isOurs && age >= 0 && age <= LIFETIME_NANOS && mayBegin.test(address.getAddress())
                ? HEAD_BYTES
                : INVALID;
    }

    @Override
    public int maxTokenLength() {
        return HEAD_BYTES + MOST_ID_BYTES;
    }

    /**
     * Whether the packet is for the connection ID that was given with the token: another would be one more connection.
     */
    private boolean isOfToken(ByteBuf token, ByteBuf dcid) {
        ByteBuffer expected = ids.newId(ByteBuffer.wrap(id(token)), QuicTransport.CONNECTION_ID_BYTES);
        return expected.equals(dcid.nioBuffer());
    }

    private static byte[] id(ByteBuf token) {
        return ByteBufUtil.getBytes(token, token.readerIndex() + HEAD_BYTES, token.readableBytes() - HEAD_BYTES);
    }

    private byte[] proof(long time, InetAddress address, byte[] id) {
        mac.update(ByteBuffer.allocate(TIME_BYTES).putLong(0, time));
        byte[] bytes = address.getAddress();
        mac.update((byte) bytes.length);
        mac.update(bytes);
        return mac.doFinal(id);
    }
}
