package io.parley.cxf.control;

import io.parley.ParleyException;
import io.parley.runtime.Conversation;
import io.parley.runtime.IncomingMessage;
import io.parley.runtime.MessageHandler;
import io.parley.runtime.Traffic;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The sessions of one service endpoint that brought messages, so that they end with the endpoint. Thread-safe. */
final class OpenSessions {
    private final Set<Conversation> open = ConcurrentHashMap.newKeySet();

    /** The handler, with its sessions kept here and its messages counted. */
    MessageHandler tracking(MessageHandler handler, Ledger ledger) {
        return new MessageHandler() {
            @Override
            public void onMessage(IncomingMessage message) {
                open.add(message.conversation());
                ledger.streamed(message.conversation().agreement());
                handler.onMessage(message);
            }

            @Override
            public void onClosed(Conversation conversation, @Nullable ParleyException why) {
                open.remove(conversation);
                handler.onClosed(conversation, why);
            }
        };
    }

    Traffic traffic() {
        return open.stream().map(Conversation::traffic).reduce(Traffic.NONE, Traffic::plus);
    }

    /** Takes no more messages; what is under way is finished. */
    void drain() {
        open.forEach(Conversation::drain);
        open.clear();
    }
}
