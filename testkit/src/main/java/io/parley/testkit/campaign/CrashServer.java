package io.parley.testkit.campaign;

import io.parley.Limits;
import io.parley.context.ContextStore;
import io.parley.context.ContextStores;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.HostPort;
import io.parley.negotiation.Reliability;
import io.parley.representation.Source;
import io.parley.runtime.IncomingMessage;
import io.parley.runtime.MessageHandler;
import io.parley.runtime.OutgoingMessage;
import io.parley.runtime.ParleyRuntime;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Base64;
import java.util.List;

/**
 * A server to be killed by a campaign: keeps durable sessions in a store and writes each message to a file before it
 * handles it, so that the operating system has the line even if the process dies. Its channel is {@link
 * CampaignChannel#ofProcess}. Arguments: the store's address, the port, the file. Prints its port, then a token for
 * each line of its input, which names a principal; or its resource use, for {@link #USED}. Ends with its input.
 */
public final class CrashServer implements MessageHandler {
    /** Input line that asks for the peak of heap bytes and the milliseconds of processor time. */
    static final String USED = "?";

    private static final long PROCESS = ProcessHandle.current().pid();

    private final FileChannel tally;

    private CrashServer(FileChannel tally) {
        this.tally = tally;
    }

    /** Runs until the input ends. */
    public static void main(String[] arguments) throws IOException {
        try (ContextStore store = ContextStores.open(arguments[0], ShiftedClock.store());
                FileChannel tally =
                        FileChannel.open(Path.of(arguments[2]), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
                ParleyRuntime runtime = ShiftedClock.runtime().durable(store).build();
                CampaignChannel.Entrance entrance = enter(runtime, Integer.parseInt(arguments[1]), tally)) {
            say("port " + entrance.port());
            BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (line.equals(USED)) {
                    say("heap " + peakHeap());
                    say("processor " + processorMillis());
                } else {
                    say("token " + Base64.getEncoder().encodeToString(entrance.issue(line)));
                }
            }
        }
    }

    private static CampaignChannel.Entrance enter(ParleyRuntime runtime, int port, FileChannel tally)
            throws IOException {
        CampaignChannel channel = CampaignChannel.ofProcess();
        return channel.enter(runtime, port, agreement(channel, List.of()), new CrashServer(tally));
    }

    /** Returns the peak of heap bytes, garbage included. */
    private static long peakHeap() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .mapToLong(pool -> pool.getPeakUsage().getUsed())
                .sum();
    }

    private static long processorMillis() {
        return ProcessHandle.current()
                .info()
                .totalCpuDuration()
                .orElse(Duration.ZERO)
                .toMillis();
    }

    private static void say(String line) {
        System.out.println(line);
        System.out.flush();
    }

    /** Returns the agreement of both sides, whose digest does not cover the addresses. */
    static Agreement agreement(CampaignChannel channel, List<HostPort> addresses) {
        return Agreement.byApi("xml", channel.name(), addresses, Limits.defaults(), "crash")
                .reliable(Reliability.DURABLE);
    }

    /** Writes the content that the handler reads. */
    static void write(OutgoingMessage message, int session, int number, int bytes, int answer) {
        message.sink().writeInt(session);
        message.sink().writeInt(number);
        message.sink().writeInt(answer);
        message.sink().writeInt(bytes);
        message.sink().writeBytes(new byte[bytes], 0, bytes);
    }

    @Override
    public void onMessage(IncomingMessage message) {
        Source source = message.source();
        int session = source.readInt();
        int number = source.readInt();
        int answer = source.readInt();
        byte[] content = new byte[source.readInt()];
        source.readBytes(content, 0, content.length);
        source.expectEnd("message");
        boolean request = message.kind() == IncomingMessage.Kind.REQUEST;
        note((request ? "call " : "message ") + session + " " + number + " " + message.isRedelivered() + " " + PROCESS
                + "\n");
        if (request) {
            OutgoingMessage response = message.beginResponse(false);
            response.sink().writeInt(number);
            response.sink().writeBytes(new byte[answer], 0, answer);
            response.send();
        }
        message.close();
    }

    private void note(String line) {
        try {
            tally.write(ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
