package io.parley.bench.contest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;

/** Clients of the floor that decodes: arrays go from the heap over a blocking socket. A connection for each caller. */
final class BlockingContestant implements Contestant {
    private final Match match;
    private final Elements elements;
    private final InetSocketAddress address;

    BlockingContestant(Match match, String address) {
        this.match = match;
        this.elements = new Elements(match.workload().kind());
        this.address = SocketAddresses.of(address);
    }

    @Override
    public Caller caller() {
        try {
            return new Echoes(match, elements, new BlockingConnection(SocketChannel.open(address), elements));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {}

    private record Echoes(Match match, Elements elements, BlockingConnection connection, Object array)
            implements Caller {
        Echoes(Match match, Elements elements, BlockingConnection connection) {
            this(match, elements, connection, elements.array(match.request()));
        }

        @Override
        public Object call() {
            try {
                connection.send(array);
                Object answer = connection.receive();
                if (answer == null) {
                    throw new IllegalStateException("the server closed the connection");
                }
                return answer;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void check() {
            match.check(elements.content(call()));
        }

        @Override
        public void close() {
            try {
                connection.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
