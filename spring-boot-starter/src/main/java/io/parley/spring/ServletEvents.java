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
 * Events on their way to one open page. No thread waits for a page that takes nothing: what it does not take within a few events is the
 * end of its connection, and it asks anew. Thread-safe.
 */
final class ServletEvents implements ConsolePage.Listener, WriteListener, AsyncListener {
    private static final Logger LOG = LoggerFactory.getLogger(ServletEvents.class);
    private static final int MOST_BYTES = 4 * 1024 * 1024;

    private final AsyncContext context;
    private final Consumer<ConsolePage.Listener> leaving;
    private final ByteArrayOutputStream waiting = new ByteArrayOutputStream();
    private @Nullable ServletOutputStream out;
    private boolean over;

    ServletEvents(AsyncContext context, Consumer<ConsolePage.Listener> leaving) {
        this.context = context;
        this.leaving = leaving;
    }

    @Override
    public void send(byte[] events) {
        if (!add(events)) {
            end(); // under no lock: the feed has its own
        }
    }

    private synchronized boolean add(byte[] events) {
        if (waiting.size() + events.length > MOST_BYTES) {
            return false;
        }
        waiting.writeBytes(events);
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

    /** Returns whether the page is still there. */
    private boolean write() {
        ServletOutputStream to = out;
        if (to == null || over) {
            return true;
        }
        try {
            while (to.isReady() && waiting.size() > 0) {
                to.write(waiting.toByteArray());
                waiting.reset();
                if (to.isReady()) {
                    to.flush();
                }
            }
            return true;
        } catch (IOException | IllegalStateException e) {
            LOG.debug("a page is gone", e);
            return false;
        }
    }

    @Override
    public void end() {
        leaving.accept(this);
        synchronized (this) {
            if (over) {
                return;
            }
            over = true;
        }
        try {
            context.complete();
        } catch (IllegalStateException e) {
            LOG.debug("its request is over", e);
        }
    }

    @Override
    public void onError(Throwable why) {
        LOG.debug("a page is gone", why);
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
