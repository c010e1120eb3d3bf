package io.parley.spring;

import io.parley.console.ConsolePage;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Events to one open page. No thread blocks for a page that does not read: when its buffer is full, its connection is
 * closed, and the page reconnects. Thread-safe.
 */
final class ServletEvents implements ConsolePage.Listener, WriteListener, AsyncListener {
    private static final Logger LOG = LoggerFactory.getLogger(ServletEvents.class);
    private static final int MAX_BUFFERED_BYTES = 4 * 1024 * 1024;

    private final AsyncContext context;
    private final Consumer<ConsolePage.Listener> leaving;
    private final ByteArrayOutputStream buffer = new ByteArrayOutputStream();
    private @Nullable ServletOutputStream out;
    private boolean ended;

    ServletEvents(AsyncContext context, Consumer<ConsolePage.Listener> leaving) {
        this.context = context;
        this.leaving = leaving;
    }

    @Override
    public void send(byte[] events) {
        if (!add(events)) {
            end(); // without holding the lock: the feed takes its own
        }
    }

    private synchronized boolean add(byte[] events) {
        if (buffer.size() + events.length > MAX_BUFFERED_BYTES) {
            return false;
        }
        buffer.writeBytes(events);
        return write();
    }

    @Override
    public void onWritePossible() throws IOException {
        if (!begin()) {
            end();
        }
    }

    private synchronized boolean begin() throws IOException {
        out = context.getResponse().getOutputStream();
        return write();
    }

    /** Writes the buffered events; returns whether the page is still connected. */
    private boolean write() {
        ServletOutputStream to = out;
        if (to == null || ended) {
            return true;
        }
        try {
            while (to.isReady() && buffer.size() > 0) {
                to.write(buffer.toByteArray());
                buffer.reset();
                if (to.isReady()) {
                    to.flush();
                }
            }
            return true;
        } catch (IOException | IllegalStateException e) {
            LOG.debug("Page has disconnected", e);
            return false;
        }
    }

    @Override
    public void end() {
        leaving.accept(this);
        synchronized (this) {
            if (ended) {
                return;
            }
            ended = true;
        }
        try {
            context.complete();
        } catch (IllegalStateException e) {
            LOG.debug("Request of a page has ended already", e);
        }
    }

    @Override
    public void onError(Throwable why) {
        LOG.debug("Page has disconnected", why);
        end();
    }

    @Override
    public void onComplete(AsyncEvent event) {
        end();
    }

    @Override
    public void onTimeout(AsyncEvent event) {
        end();
    }

    @Override
    public void onError(AsyncEvent event) {
        end();
    }

    @Override
    public void onStartAsync(AsyncEvent event) {}
}
