package io.parley.testkit.campaign;

import io.parley.representation.Source;
import io.parley.runtime.IncomingMessage;
import io.parley.runtime.MessageHandler;
import io.parley.runtime.OutgoingMessage;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The handler of a campaign: records each message by its numbers, and answers requests. */
final class Ledger implements MessageHandler {
    private final Set<Long> seen = new HashSet<>();
    private final Map<Integer, Integer> lastOneWay = new HashMap<>();
    private long duplicates;
    private long outOfOrder;

    /** Writes the numbers that the ledger reads, and {@code bytes} zeros. */
    static void write(OutgoingMessage message, int run, int number, int bytes) {
        message.sink().writeInt(run);
        message.sink().writeInt(number);
        message.sink().writeBytes(new byte[bytes], 0, bytes);
    }

    @Override
    public void onMessage(IncomingMessage message) {
        try (message) {
            Source source = message.source();
            int run = source.readInt();
            int number = source.readInt();
            note(run, number, message.kind() == IncomingMessage.Kind.ONE_WAY);
            if (message.kind() == IncomingMessage.Kind.REQUEST) {
                OutgoingMessage response = message.beginResponse(false);
                response.sink().writeInt(number);
                response.send();
            }
        }
    }

    private synchronized void note(int run, int number, boolean oneWay) {
        if (!seen.add((long) run << 32 | number)) {
            duplicates++;
        }
        if (oneWay) {
            Integer last = lastOneWay.put(run, number);
            if (last != null && last > number) {
                outOfOrder++;
            }
        }
    }

    /** Returns the number of messages that were acknowledged and did not arrive, plus those that failed. */
    synchronized long lost(long acknowledged, long failed) {
        return Math.max(0, acknowledged - seen.size()) + failed;
    }

    synchronized long duplicates() {
        return duplicates;
    }

    synchronized long outOfOrder() {
        return outOfOrder;
    }
}
