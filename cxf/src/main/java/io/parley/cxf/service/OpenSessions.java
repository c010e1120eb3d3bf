package io.parley.cxf.service;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.cxf.endpoint.Ledger;
import io.parley.negotiation.Reliability;
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

/**
 * Open sessions of one service endpoint, so that they end with the endpoint. A session is added with its first message.
 * Thread-safe.
 */
final class OpenSessions {
    private static final Logger LOG = LoggerFactory.getLogger(OpenSessions.class);

    private final Set<Conversation> open = ConcurrentHashMap.newKeySet();

    /**
     * Wraps a message handler: tracks its sessions and counts its messages.
     *
     * @param openingCheck throws if the terms of the peer's OPEN do not match this endpoint's data
     * @param obstacle why messages must be sent by SOAP from now on; evaluated for each message, because the
     *     interceptors of an endpoint may change
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
                            "Closing a session of {}: {}",
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
            public Executor workers(Executor defaults) {
                return handler.workers(defaults);
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

    /** Closes the sessions gracefully: they accept no more messages, and calls in progress are completed. */
    void drain() {
        end(false);
    }

    /**
     * Closes the sessions like {@link #drain}, because their endpoint ends.
     *
     * @param withBus whether the bus ends as well, which leaves its durable sessions to the next process
     */
    void end(boolean withBus) {
        open.removeIf(session -> withBus && session.agreement().reliability() == Reliability.DURABLE);
        open.forEach(Conversation::drain);
        open.clear();
    }
}
