package io.parley.conformance;

import io.parley.conformance.quic.QuicConnection;
import io.parley.conformance.quic.QuicHello;
import io.parley.conformance.quic.QuicPacket;
import io.parley.conformance.raw.ByteInput;
import io.parley.conformance.raw.ByteOutput;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.PortUnreachableException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Section 17: address validation, and datagrams that are not packets of a connection. */
final class QuicPacketCases {
    private static final int PATIENCE_MILLIS = 8_000;
    /** Time within which nothing must arrive; the listener gets a valid packet afterwards, and answers in order. */
    private static final int SILENCE_MILLIS = 500;

    private static final int OTHER_VERSION = 0x6b3343cf;
    private static final int MOST = 65_535;

    private QuicPacketCases() {}

    static void add(Catalogue<Server> to) {
        retries(to);
        tokens(to);
        versions(to);
        others(to);
    }

    /** A socket and the connection ID of a client. */
    private record Probe(DatagramSocket socket, QuicPacket.Ids ids) implements AutoCloseable {
        static Probe at(InetSocketAddress address) throws IOException {
            return new Probe(
                    QuicConnection.newSocket(address),
                    new QuicPacket.Ids(QuicConnection.newId(), QuicConnection.newId(), new byte[0]));
        }

        byte[] first() {
            return QuicPacket.first(ids, QuicHello.of("").bytes(ids.source()));
        }

        Probe with(byte[] destination, byte[] token) {
            return new Probe(socket, new QuicPacket.Ids(destination, ids.source(), token));
        }

        void send(byte... bytes) throws IOException {
            socket.send(new DatagramPacket(bytes, bytes.length));
        }

        /** Returns the next datagram; null if none arrives in time. */
        byte @Nullable [] hear(int millis) throws IOException {
            DatagramPacket heard = new DatagramPacket(new byte[MOST], MOST);
            socket.setSoTimeout(millis);
            try {
                socket.receive(heard);
                return Arrays.copyOf(heard.getData(), heard.getLength());
            } catch (SocketTimeoutException e) {
                return null;
            } catch (PortUnreachableException e) {
                throw new Mismatch("a listener of QUIC at the address of the answer", "a closed port");
            }
        }

        QuicPacket answer(String what) throws IOException {
            byte[] heard = hear(PATIENCE_MILLIS);
            if (heard == null) {
                throw new Mismatch(what, "nothing");
            }
            return QuicPacket.of(heard).get(0);
        }

        /** Sends a first packet and returns the Retry that must answer it, which shows that the listener is alive. */
        QuicPacket retry() throws IOException {
            send(first());
            QuicPacket retry = answer("a Retry");
            if (retry.kind() != QuicPacket.Kind.RETRY) {
                throw new Mismatch("a Retry", retry.kind().name());
            }
            return retry;
        }

        void expectNothing() throws IOException {
            byte[] heard = hear(SILENCE_MILLIS);
            if (heard != null) {
                throw new Mismatch("nothing", QuicPacket.of(heard).get(0).kind() + " of " + heard.length + " bytes");
            }
            retry();
        }

        @Override
        public void close() {
            socket.close();
        }
    }

    private interface Use {
        void of(Probe probe) throws IOException;
    }

    private static void probing(Catalogue<Server> to, String title, Use use) {
        to.add("17", title, server -> {
            try (Probe probe = Probe.at(QuicCases.agree(server).listener().address())) {
                use.of(probe);
            }
        });
    }

    private static void retries(Catalogue<Server> to) {
        probing(to, "a first packet without a token is answered by Retry", probe -> {
            QuicPacket retry = probe.retry();
            if (retry.version() != QuicPacket.VERSION
                    || !Arrays.equals(retry.ids().destination(), probe.ids.source())
                    || Arrays.equals(retry.ids().source(), probe.ids.destination())
                    || retry.ids().token().length == 0) {
                throw new Mismatch("version 1, the client's ID, an ID of its own and a token", "others");
            }
            if (!retry.hasRetryTag(probe.ids.destination())) {
                throw new Mismatch("a Retry with a valid tag", "one whose tag does not hold");
            }
        });
        probing(to, "Retry is shorter than the packet that it answers", probe -> {
            int length = probe.retry().bytes().length;
            if (length >= QuicPacket.FIRST_BYTES) {
                throw new Mismatch("less than " + QuicPacket.FIRST_BYTES + " bytes", length + " bytes");
            }
        });
        probing(to, "a first packet that comes again is answered by Retry again, since nothing is kept", probe -> {
            probe.retry();
            probe.retry();
        });
    }

    private static void tokens(Catalogue<Server> to) {
        probing(to, "a token is valid from another port", probe -> {
            QuicPacket retry = probe.retry();
            try (DatagramSocket other =
                    QuicConnection.newSocket((InetSocketAddress) probe.socket.getRemoteSocketAddress())) {
                Probe moved = new Probe(other, probe.ids)
                        .with(retry.ids().source(), retry.ids().token());
                moved.send(moved.first());
                QuicPacket.Kind answer =
                        moved.answer("an answer to the handshake").kind();
                if (answer != QuicPacket.Kind.INITIAL) {
                    throw new Mismatch("a first packet of the listener", answer.name());
                }
            }
        });
        probing(to, "a token for another connection ID is dropped", probe -> {
            byte[] token = probe.retry().ids().token();
            probe.send(probe.with(QuicConnection.newId(), token).first());
            probe.expectNothing();
        });
        probing(to, "a token that was changed is dropped", probe -> {
            QuicPacket retry = probe.retry();
            byte[] token = retry.ids().token().clone();
            token[token.length / 2] ^= 1;
            probe.send(probe.with(retry.ids().source(), token).first());
            probe.expectNothing();
        });
        probing(to, "an invented token is dropped", probe -> {
            for (int length : new int[] {1, 8, 40, 60, 61, 200}) {
                probe.send(probe.with(probe.ids.destination(), new byte[length]).first());
            }
            probe.expectNothing();
        });
    }

    private static void versions(Catalogue<Server> to) {
        probing(to, "a first packet of another version is answered by Version Negotiation", probe -> {
            byte[] packet = probe.first();
            byte[] other = new ByteOutput()
                    .bytes(Arrays.copyOf(packet, 1))
                    .number(OTHER_VERSION, 4)
                    .bytes(Arrays.copyOfRange(packet, 5, packet.length))
                    .toBytes();
            probe.send(other);
            QuicPacket answer = probe.answer("Version Negotiation");
            if (answer.kind() != QuicPacket.Kind.VERSION_NEGOTIATION
                    || !Arrays.equals(answer.ids().destination(), probe.ids.source())
                    || !Arrays.equals(answer.ids().source(), probe.ids.destination())) {
                throw new Mismatch(
                        "Version Negotiation with both IDs", answer.kind().name());
            }
            ByteInput versions = new ByteInput(answer.ids().token());
            boolean has1 = false;
            while (versions.remaining() >= Integer.BYTES) {
                has1 |= versions.number(Integer.BYTES) == QuicPacket.VERSION;
            }
            if (!has1) {
                throw new Mismatch("version 1 among those that are supported", "others");
            }
        });
    }

    private static void others(Catalogue<Server> to) {
        dropped(
                to,
                "datagrams that are no QUIC are dropped",
                probe -> List.of(
                        "GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII),
                        new byte[0],
                        new byte[1],
                        new byte[1200]));
        dropped(to, "a packet of no connection is dropped", probe -> {
            byte[] packet = new byte[40];
            packet[0] = 0x40;
            System.arraycopy(QuicConnection.newId(), 0, packet, 1, 8);
            return List.of(packet);
        });
        dropped(
                to,
                "a first packet that is cut off is dropped",
                probe -> List.of(
                        Arrays.copyOf(probe.first(), 3),
                        Arrays.copyOf(probe.first(), 6),
                        Arrays.copyOf(probe.first(), 20)));
    }

    private interface Sent {
        List<byte[]> of(Probe probe);
    }

    private static void dropped(Catalogue<Server> to, String title, Sent sent) {
        probing(to, title, probe -> {
            for (byte[] each : sent.of(probe)) {
                probe.send(each);
            }
            probe.expectNothing();
        });
    }
}
