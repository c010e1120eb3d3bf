package io.parley.bench.remote;

import io.parley.bench.contest.Contender;
import io.parley.bench.contest.Door;
import io.parley.bench.contest.Exchange;
import io.parley.bench.contest.Match;
import io.parley.bench.contest.Site;
import io.parley.bench.data.Workload;
import io.parley.bench.result.Cost;
import io.parley.bench.result.ProcessCost;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Listener that starts servers on request of one client at a time. Requests are lines of text: {@code serve SYSTEM
 * WORKLOAD} is answered by {@code at NUMBER ADDRESS}, {@code close NUMBER} by {@code closed}, {@code count} by {@code
 * counting}, {@code cost} by {@code cost MICROSECONDS SLEEPS BYTES} since the last {@code count}, and {@code memory} by
 * {@code memory BYTES} after garbage collections. A request that fails is answered by {@code failed REASON}. Clients
 * are not authenticated and can start servers, so it listens only on the address that it is given.
 */
public final class RemoteServers implements AutoCloseable {
    private final String host;
    private final ServerSocket socket;

    private RemoteServers(String host, ServerSocket socket) {
        this.host = host;
        this.socket = socket;
    }

    /** Listens on the given address, which the started servers use too. */
    public static RemoteServers listen(String host, int port) throws IOException {
        ServerSocket socket = new ServerSocket();
        try {
            socket.bind(new InetSocketAddress(host, port), 1);
        } catch (IOException e) {
            socket.close();
            throw new IOException("cannot listen on " + host + ":" + port + ": " + e.getMessage(), e);
        }
        return new RemoteServers(host, socket);
    }

    /** Listens on a free port of this machine, prints the port and serves one client. */
    public static void main(String[] args) throws IOException {
        try (RemoteServers servers = listen(Door.SERVER, 0)) {
            System.out.println(servers.port());
            servers.serveOne();
        }
        System.exit(0); // measured systems may have left threads running
    }

    /** Returns the port that it listens on. */
    public int port() {
        return socket.getLocalPort();
    }

    /** Accepts one client and serves it until it disconnects. */
    public void serveOne() throws IOException {
        try (Socket client = socket.accept();
                BufferedReader lines =
                        new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8));
                PrintWriter answers = new PrintWriter(client.getOutputStream(), true, StandardCharsets.UTF_8);
                Sites sites = new Sites(host)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                answers.println(answer(sites, List.of(line.split(" "))));
            }
        }
    }

    private static String answer(Sites sites, List<String> words) {
        try {
            return sites.answer(words);
        } catch (IOException | RuntimeException e) {
            return "failed " + String.valueOf(e.getMessage()).replace('\n', ' ');
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    /** The servers that one client has started. */
    private static final class Sites implements AutoCloseable {
        private final Door door;
        private final Map<Integer, Site> open = new HashMap<>();
        private int last;
        private ProcessCost counted = ProcessCost.begin();

        Sites(String host) {
            this.door = Door.at(host);
        }

        String answer(List<String> words) throws IOException {
            return switch (words.get(0)) {
                case "serve" -> serve(Contender.of(words.get(1)), Workload.of(words.get(2)));
                case "close" -> end(Integer.parseInt(words.get(1)));
                case "count" -> {
                    counted = ProcessCost.begin();
                    yield "counting";
                }
                case "cost" -> {
                    Cost cost = counted.end();
                    yield "cost " + cost.processor() + " " + cost.sleeps() + " " + cost.bytes();
                }
                case "memory" -> "memory " + memory();
                default -> throw new IllegalArgumentException("expected serve, close, count, cost or memory");
            };
        }

        private String serve(Contender system, Workload workload) throws IOException {
            Site site = system.serve(new Match(Exchange.ECHO, workload, door));
            last++;
            open.put(last, site);
            return "at " + last + " " + site.address();
        }

        private String end(int number) {
            Site site = open.remove(number);
            if (site != null) {
                site.close();
            }
            return "closed";
        }

        /** Returns the bytes of live objects on the heap and of direct memory. */
        private static long memory() {
            long heap = ProcessCost.liveHeap();
            long direct = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                    .mapToLong(BufferPoolMXBean::getMemoryUsed)
                    .sum();
            return direct + heap;
        }

        @Override
        public void close() {
            open.values().forEach(Site::close);
        }
    }
}
