package io.parley.cxf.jms;

import java.util.Arrays;
import org.apache.cxf.transport.jms.JMSConfiguration;

/**
 * Switches of CXF 4.2 against messages with serialized objects. Earlier versions have none; {@code GuardedFactory}
 * filters such messages for all of them.
 */
final class ObjectMessages {
    private static final boolean HAS_SWITCHES = Arrays.stream(JMSConfiguration.class.getMethods())
            .anyMatch(method -> method.getName().equals("setAllowObjectMessages"));

    private ObjectMessages() {}

    static void refuse(JMSConfiguration configuration) {
        if (HAS_SWITCHES) {
            configuration.setUseObjectMessageFallback(false);
            configuration.setAllowObjectMessages(false);
        }
    }
}
