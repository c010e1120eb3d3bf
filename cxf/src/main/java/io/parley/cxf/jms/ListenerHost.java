package io.parley.cxf.jms;

import io.parley.context.Value;
import java.util.HexFormat;

/**
 * Host of the listeners for a queue on the jms channel (docs/protocol/channels.md, 1.1): the name of the queue, where
 * it can be one.
 */
final class ListenerHost {
    private static final int LONGEST = 128;
    private static final int KEPT = 63;

    private ListenerHost() {}

    /** Returns the host for the queue of that name. Two queues may have one; their listeners have ports and tokens of their own. */
    static String of(String queue) {
        StringBuilder host = new StringBuilder(queue.length());
        for (int i = 0; i < queue.length(); i++) {
            char each = queue.charAt(i);
            if (isPlain(each) && (each != '.' || i > 0)) {
                host.append(each);
            } else {
                host.append('_').append(HexFormat.of().toHexDigits(each));
            }
        }
        return host.length() <= LONGEST
                ? host.toString()
                : host.substring(0, KEPT)
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
