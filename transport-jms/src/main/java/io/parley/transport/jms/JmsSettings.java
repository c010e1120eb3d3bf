package io.parley.transport.jms;

import io.parley.channel.Address;
import java.util.regex.Pattern;

/**
 * Settings of the channel's use of a broker; both sides of a session need the same prefix.
 *
 * @param queuePrefix prefix of the names of all listeners' queues; a negotiated address cannot name any other queue.
 *     The broker should allow such a queue one consumer, as {@link EmbeddedBroker} does, so that two listeners cannot
 *     share an address
 * @param deadLetterQueue receives, unread, messages that are not Parley's
 * @param temporaryNames form of the names of temporary queues; a reply address of another form is refused even if its
 *     type is a temporary queue. The default is Artemis's: a UUID
 */
public record JmsSettings(String queuePrefix, String deadLetterQueue, Pattern temporaryNames) {
    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9_.-]{0,127}");
    private static final Pattern UUID_NAME =
            Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");

    /**
     * Returns the defaults: prefix {@code parley.}, dead-letter queue {@code DLQ}, and Artemis's names of temporary
     * queues.
     */
    public static JmsSettings defaults() {
        return new JmsSettings("parley.", "DLQ", UUID_NAME);
    }

    /** Returns a copy with another prefix of queue names; the other side needs the same. */
    public JmsSettings withQueuePrefix(String value) {
        return new JmsSettings(value, deadLetterQueue, temporaryNames);
    }

    /** Returns a copy with another dead-letter queue. */
    public JmsSettings withDeadLetterQueue(String value) {
        return new JmsSettings(queuePrefix, value, temporaryNames);
    }

    /** Returns a copy with another form of temporary queue names, for brokers other than Artemis. */
    public JmsSettings withTemporaryNames(Pattern value) {
        return new JmsSettings(queuePrefix, deadLetterQueue, value);
    }

    /**
     * Returns the name of a listener's queue. The address comes from a peer.
     *
     * @throws IllegalArgumentException if the host is not a plain name, so that no options or selectors can be injected
     */
    String queueOf(Address address) {
        if (!HOST.matcher(address.host()).matches()) {
            throw new IllegalArgumentException(
                    "jms: expected a host of 1 to 128 letters, digits, '_', '.' and '-', found "
                            + address.host().length() + " characters that are not");
        }
        return queuePrefix + address.host() + "." + address.port();
    }
}
