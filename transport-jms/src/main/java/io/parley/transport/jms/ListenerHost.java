package io.parley.transport.jms;

import io.parley.context.Value;
import java.util.HexFormat;

/**
 * Host name of the listeners for a queue on the jms channel (docs/protocol/channels.md, 1.1): the name of the queue,
 * escaped and shortened if it is not a valid host name.
 */
public final class ListenerHost {
    private static final int MAX_LENGTH = 128;
    private static final int PREFIX_LENGTH = 63;

    private ListenerHost() {}

    /**
     * Returns the host name for the queue of that name. Different queues may share one; their listeners have ports and
     * tokens of their own.
     */
    public static String of(String queue) {
        StringBuilder host = new StringBuilder(queue.length());
        for (int i = 0; i < queue.length(); i++) {
            char each = queue.charAt(i);
            if (isPlain(each) && (each != '.' || i > 0)) {
                host.append(each);
            } else {
                host.append('_').append(HexFormat.of().toHexDigits(each));
            }
        }
        return host.length() <= MAX_LENGTH
                ? host.toString()
                : host.substring(0, PREFIX_LENGTH)
                        + '-'
                        + Value.of(queue, "text/plain").address().sha256();
    }

    private static boolean isPlain(char each) {
        return (each >= 'a' && each <= 'z')
                || (each >= 'A' && each <= 'Z')
                || (each >= '0' && each <= '9')
                || each == '_'
                || each == '-'
                || each == '.';
    }
}
