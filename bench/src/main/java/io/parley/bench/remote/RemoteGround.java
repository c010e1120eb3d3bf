package io.parley.bench.remote;

import io.parley.bench.contest.Child;
import io.parley.bench.contest.Contender;
import io.parley.bench.contest.Door;
import io.parley.bench.contest.Exchange;
import io.parley.bench.contest.Match;
import io.parley.bench.contest.Site;
import io.parley.bench.contest.SocketAddresses;
import io.parley.bench.data.Workload;
import io.parley.bench.measure.Ground;
import io.parley.bench.result.Cost;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Client of {@link RemoteServers}, which starts servers in another process. Used by one thread. */
public final class RemoteGround implements Ground, AutoCloseable {
    private final Socket socket;
    private final BufferedReader answers;
    private final PrintWriter requests;
    /** The servers' process, if it belongs to this one. */
    private final @Nullable Child child;

    private RemoteGround(Socket socket, @Nullable Child child) throws IOException {
        this.child = child;
        this.socket = socket;
        this.answers = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        this.requests = new PrintWriter(socket.getOutputStream(), true, StandardCharsets.UTF_8);
    }

    /** Connects to the {@link RemoteServers} at the given address. */
    public static RemoteGround to(InetSocketAddress address) throws IOException {
        return to(address, null);
    }

    /** Starts a child JVM whose servers serve only this process, and connects to it. */
    public static RemoteGround beside() throws IOException {
        Child child = Child.start(RemoteServers.class, List.of(), List.of());
        return to(SocketAddresses.of(Door.SERVER + ":" + child.answer()), child);
    }

    private static RemoteGround to(InetSocketAddress address, @Nullable Child child) throws IOException {
        try {
            return new RemoteGround(new Socket(address.getAddress(), address.getPort()), child);
        } catch (IOException e) {
            throw new IOException(
                    "nobody listens at " + address + " (./parley bench remote --listen): " + e.getMessage(), e);
        }
    }

    @Override
    public Match match(Workload workload) {
        return new Match(
                Exchange.ECHO, workload, Door.at(socket.getInetAddress().getHostAddress()));
    }

    @Override
    public Site serve(Contender system, Workload workload) throws IOException {
        List<String> at = ask("serve " + system.word() + " " + workload.name(), "at");
        // No proxy is put in front of a remote server, so there are no ports.
        return new Site(at.get(2), List.of(), () -> ask("close " + at.get(1), "closed"));
    }

    @Override
    public void count() throws IOException {
        ask("count", "counting");
    }

    @Override
    public Cost counted() throws IOException {
        List<String> cost = ask("cost", "cost");
        return new Cost(
                Double.parseDouble(cost.get(1)), Double.parseDouble(cost.get(2)), Double.parseDouble(cost.get(3)));
    }

    /** Returns the bytes of live objects on the heap and of direct memory in the servers' process. */
    public long memory() throws IOException {
        return Long.parseLong(ask("memory", "memory").get(1));
    }

    private List<String> ask(String request, String expected) throws IOException {
        requests.println(request);
        String answer = answers.readLine();
        if (answer == null) {
            throw new EOFException("the servers' process went away");
        }
        List<String> words = List.of(answer.split(" "));
        if (!words.get(0).equals(expected)) {
            throw new IOException("the servers' process: " + answer);
        }
        return words;
    }

    @Override
    public void close() throws IOException {
        socket.close();
        if (child != null) {
            child.process().destroyForcibly();
        }
    }
}
