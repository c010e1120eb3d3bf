package io.parley.transport.jms;

import io.parley.channel.Address;
import java.util.regex.Pattern;

/**
 * Settings of the channel's use of a broker; both sides of a conversation set the same prefix.
 *
 * @param queuePrefix prefix of the names of all listeners' queues; a negotiated address cannot name any other queue.
 *     The broker should allow such a queue one consumer, as {@link EmbeddedBroker} does, so that no two listeners have
 *     one address
 * @param deadLetterQueue queue for messages that are none of ours, unread
 * @param temporaryNames form of temporary queues' names; a reply address of another form is refused even if the message
 *     calls it temporary. The default is that of Artemis, a UUID
 */
public record JmsSettings(String queuePrefix, String deadLetterQueue, Pattern temporaryNames) {
    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9_.-]{0,127}");
    private static final Pattern UUID_NAME =
            Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");

    /** Returns the prefix {@code parley.}, the dead-letter queue {@code DLQ} and the names of Artemis for temporary queues. */
    public static JmsSettings defaults() {
        return new JmsSettings("parley.", "DLQ", UUID_NAME);
    }

    /** Returns settings with another prefix of queues' names; the other side needs the same. */
    public JmsSettings withQueuePrefix(String value) {
        return new JmsSettings(value, deadLetterQueue, temporaryNames);
    }

    /** Returns settings with another queue for messages that are none of ours. */
    public JmsSettings withDeadLetterQueue(String value) {
        return new JmsSettings(queuePrefix, value, temporaryNames);
    }

    /**
     * Returns settings with another form of temporary queues' names: that of the broker in use, if it is not Artemis.
     */
    public JmsSettings withTemporaryNames(Pattern value) {
        return new JmsSettings(queuePrefix, deadLetterQueue, value);
    }

    /**
     * The name of a listener's queue. The address comes from a peer.
     *
     * @throws IllegalArgumentException if the host is more than a plain name; options and selectors cannot be put into it
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
