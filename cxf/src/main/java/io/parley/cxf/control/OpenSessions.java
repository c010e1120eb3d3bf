package io.parley.cxf.control;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.runtime.Conversation;
import io.parley.runtime.IncomingMessage;
import io.parley.runtime.MessageHandler;
import io.parley.runtime.MessageOrder;
import io.parley.runtime.Traffic;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The sessions of one service endpoint that brought messages, so that they end with the endpoint. Thread-safe. */
final class OpenSessions {
    private static final Logger LOG = LoggerFactory.getLogger(OpenSessions.class);

    private final Set<Conversation> open = ConcurrentHashMap.newKeySet();

    /**
     * The handler, with its sessions kept here and its messages counted.
     *
     * @param openingCheck throws if what the opening side says in OPEN does not go with this endpoint's data
     * @param obstacle why messages must come by SOAP from now on, asked for each: what the endpoint is made of may change
     */
    MessageHandler tracking(
            MessageHandler handler, Ledger ledger, Consumer<byte[]> openingCheck, Supplier<Optional<String>> obstacle) {
        return new MessageHandler() {
            @Override
            public void checkOpening(byte[] terms) {
                openingCheck.accept(terms);
            }

            @Override
            public void onMessage(IncomingMessage message) {
                Optional<String> changed = obstacle.get();
                if (changed.isPresent()) {
                    LOG.info(
                            "a session of {} ends: {}",
                            message.conversation().agreement().id(),
                            changed.get());
                    message.refuse(ErrorCode.TERMS_CHANGED, changed.get());
                    message.close();
                    message.conversation().drain();
                    return;
                }
                open.add(message.conversation());
                ledger.streamed(message.conversation().agreement());
                handler.onMessage(message);
            }

            @Override
            public boolean readsAsItComes() {
                return handler.readsAsItComes();
            }

            @Override
            public Executor workers(Executor usual) {
                return handler.workers(usual);
            }

            @Override
            public MessageOrder order() {
                return handler.order();
            }

            @Override
            public void onClosed(Conversation conversation, @Nullable ParleyException why) {
                open.remove(conversation);
                handler.onClosed(conversation, why);
            }
        };
    }

    List<Conversation> list() {
        return List.copyOf(open);
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
