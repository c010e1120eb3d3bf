package io.parley.transport.http;

import static io.parley.channel.websocket.RawWebSocket.BINARY;
import static io.parley.channel.websocket.RawWebSocket.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.management.UnixOperatingSystemMXBean;
import io.netty.buffer.PooledByteBufAllocator;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.channel.Address;
import io.parley.channel.Protection;
import io.parley.channel.websocket.RawWebSocket;
import io.parley.channel.websocket.WebSocket;
import io.parley.negotiation.Agreement;
import io.parley.runtime.ParleyRuntime;
import io.parley.runtime.SessionAcceptor;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests ten thousand connections that start an upgrade or a session, do not continue, and are not closed by the client.
 */
@Timeout(180)
class HalfUpgradedTest {
    private static final int CONNECTIONS = 10_000;
    /** Required number of file descriptors: both ends of the connections open at a time, and those of the JVM. */
    private static final long FILES = 16_000;

    private static final long MOST_BYTES = 64L << 20;
    /** A Close frame with a status and an optional text, at the end of the received bytes. */
    private static final Pattern CLOSE = Pattern.compile("\\x88[\\x02-\\x7d]([\\x00-\\xff]{2})[\\x00-\\xff]{0,123}\\z");

    private static final String NOTHING = "nothing";
    private static final String UPGRADED = "HTTP/1.1 101 Switching Protocols";

    /** Number of connections by outcome: the status line, after an upgrade with the status of the Close, or nothing. */
    private final Map<String, Integer> heard = new TreeMap<>();

    private ParleyRuntime runtime;
    private SessionAcceptor acceptor;
    private Agreement agreement;
    private HttpServer server;

    private void start(Limits limits) throws IOException {
        runtime = ParleyRuntime.builder().limits(limits).build();
        acceptor = runtime.newSessionAcceptor();
        agreement = Agreement.byApi("hhfr", WebSocket.CHANNEL, List.of(), limits, "none");
        WebSocketSite sockets = new WebSocketSite(
                limits,
                WebSocketSite.Settings.defaults(),
                acceptor,
                (connection, from) -> acceptor.accept(connection, from.principal()));
        server = HttpServer.start(
                new Address("127.0.0.1", 0),
                limits,
                Protection.NONE,
                BodyMemory.of(limits),
                head -> sockets.on(head, ""));
    }

    @AfterEach
    void stop() {
        if (server != null) {
            server.close();
            runtime.close();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {256, CONNECTIONS})
    void tenThousandAreEndedInBoundedMemoryAndOthersLetInBehindThem(long pending) throws Exception {
        long files = ManagementFactory.getPlatformMXBean(UnixOperatingSystemMXBean.class)
                .getMaxFileDescriptorCount();
        if (files < FILES) {
            String why = "Skipped: expected to be allowed " + FILES + " open files, found " + files + "; see ulimit -n";
            System.out.println(why);
            Assumptions.abort(why);
        }
        start(Limits.defaults()
                .with(Limit.OPEN_MILLIS, 1_000)
                .with(Limit.PENDING_CONNECTIONS, pending)
                .with(Limit.PENDING_PER_ADDRESS, pending));
        byte[] token = token();
        byte[] digest = agreement.digest().bytes();
        byte[] whole = RawWebSocket.request(token, digest).getBytes(StandardCharsets.ISO_8859_1);
        byte[] opening =
                message(BINARY, RawWebSocket.joined(RawWebSocket.preamble(), RawWebSocket.open(token, digest)));
        List<byte[]> beginnings = List.of(
                Arrays.copyOf(whole, whole.length / 2), whole, RawWebSocket.joined(whole, Arrays.copyOf(opening, 9)));
        long before = PooledByteBufAllocator.DEFAULT.metric().usedDirectMemory();

        long most = attack(beginnings) - before;

        System.out.println(CONNECTIONS + " half upgraded: " + heard + ", " + (most >> 10) + " kB of buffers");
        assertThat(heard.values().stream().mapToInt(count -> count).sum()).isEqualTo(CONNECTIONS);
        assertThat(heard.keySet())
                .as("a Close with its status behind each upgrade")
                .doesNotContain(UPGRADED);
        assertThat(most).isLessThan(MOST_BYTES);
        await().atMost(Duration.ofMinutes(1)).until(() -> runtime.sessions() == 0 && runtime.reservedBytes() == 0);
        try (RawWebSocket honest = new RawWebSocket(server.address().port())) {
            honest.opened(token(), digest);
        }
    }

    /** Opens all connections and reads until each has ended; returns the peak of buffer memory. */
    private long attack(List<byte[]> beginnings) throws IOException {
        InetSocketAddress to = new InetSocketAddress(
                InetAddress.getLoopbackAddress(), server.address().port());
        long most = 0;
        ByteBuffer into = ByteBuffer.allocate(1024);
        try (Selector selector = Selector.open()) {
            for (int i = 0; i < CONNECTIONS; i++) {
                SocketChannel channel = SocketChannel.open();
                channel.configureBlocking(false);
                channel.connect(to);
                channel.register(selector, SelectionKey.OP_CONNECT, beginnings.get(i % beginnings.size()));
                if (i % 100 == 0) {
                    selector.selectNow(key -> proceed(key, into));
                }
            }
            while (!selector.keys().isEmpty()) {
                selector.select(key -> proceed(key, into), 1_000);
                most = Math.max(most, PooledByteBufAllocator.DEFAULT.metric().usedDirectMemory());
            }
        }
        return most;
    }

    private void proceed(SelectionKey key, ByteBuffer into) {
        SocketChannel channel = (SocketChannel) key.channel();
        try {
            if (key.isConnectable()) {
                channel.finishConnect();
                channel.write(ByteBuffer.wrap((byte[]) key.attachment()));
                key.attach(NOTHING);
                key.interestOps(SelectionKey.OP_READ);
                return;
            }
            int read = channel.read(into.clear());
            if (read < 0) {
                end(key);
            } else {
                key.attach(known(
                        key.attachment().toString(),
                        StandardCharsets.ISO_8859_1.decode(into.flip()).toString()));
            }
        } catch (IOException e) {
            end(key); // refused or reset
        }
    }

    private static String known(String before, String bytes) {
        String line = before.equals(NOTHING) ? bytes.lines().findFirst().orElse("") : before;
        Matcher close = CLOSE.matcher(bytes);
        return line.equals(UPGRADED) && close.find()
                ? line + ", closed with "
                        + (close.group(1).charAt(0) << 8 | close.group(1).charAt(1))
                : line;
    }

    private void end(SelectionKey key) {
        heard.merge(key.attachment() instanceof String line ? line : "refused", 1, Integer::sum);
        key.cancel();
        try {
            key.channel().close();
        } catch (IOException e) {
            throw new AssertionError("a socket could not be closed", e);
        }
    }

    private byte[] token() {
        return acceptor.issue(agreement, "attacker", null, message -> message.close(), "");
    }
}
