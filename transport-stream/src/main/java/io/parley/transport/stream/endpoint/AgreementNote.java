package io.parley.transport.stream.endpoint;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.channel.Address;
import io.parley.endpoint.Contract;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.CompressionTerm;
import io.parley.negotiation.HostPort;
import io.parley.negotiation.Reliability;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** Serialized part of a durable client's agreement that its contract does not contain, as kept in the store. */
final class AgreementNote {
    private static final int FORM = 1;

    private AgreementNote() {}

    static byte[] write(Agreement agreement) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(FORM);
            out.writeUTF(agreement.representation());
            out.writeUTF(agreement.compression());
            out.writeUTF(agreement.certificate());
            out.writeShort(agreement.addresses().size());
            for (HostPort address : agreement.addresses()) {
                out.writeUTF(address.host());
                out.writeInt(address.port());
            }
            out.writeShort(Limit.values().length);
            for (Limit limit : Limit.values()) {
                out.writeUTF(limit.setting());
                out.writeLong(agreement.limits().get(limit));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /**
     * Reads an agreement.
     *
     * @throws ParleyException {@code CONTEXT_UNAVAILABLE} if the bytes were not written by {@link #write}
     */
    static Agreement read(byte[] note, Contract contract) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(note))) {
            int form = in.readUnsignedByte();
            if (form != FORM) {
                throw new IOException("expected form " + FORM + ", found " + form);
            }
            String representation = in.readUTF();
            String compression = in.readUTF();
            String certificate = in.readUTF();
            List<HostPort> addresses = new ArrayList<>();
            for (int left = in.readUnsignedShort(); left > 0; left--) {
                addresses.add(new HostPort(in.readUTF(), in.readInt()));
            }
            Limits limits = limits(in);
            if (addresses.isEmpty()) {
                throw new IOException("expected an address, found none");
            }
            HostPort first = addresses.remove(0);
            Agreement plain = contract.agreement(new Address(first.host(), first.port()), limits, representation)
                    .or(addresses);
            Agreement agreed = compression.equals(CompressionTerm.NONE) ? plain : plain.compressed(compression);
            Agreement durable = agreed.reliable(Reliability.DURABLE);
            return certificate.isEmpty() ? durable : durable.protectedBy(certificate);
        } catch (IOException | IllegalArgumentException e) {
            throw new ParleyException(
                    ErrorCode.CONTEXT_UNAVAILABLE,
                    "durable client: expected the note of an agreement in the store, found other content",
                    e);
        }
    }

    private static Limits limits(DataInputStream in) throws IOException {
        Limits limits = Limits.defaults();
        for (int left = in.readUnsignedShort(); left > 0; left--) {
            String setting = in.readUTF();
            long value = in.readLong();
            for (Limit limit : Limit.values()) {
                limits = limit.setting().equals(setting) ? limits.with(limit, value) : limits;
            }
        }
        return limits;
    }
}
