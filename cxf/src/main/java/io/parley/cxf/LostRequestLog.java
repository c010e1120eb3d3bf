package io.parley.cxf;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.runtime.IncomingMessage;
import org.apache.cxf.Bus;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.logging.FaultListener;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.FaultMode;
import org.apache.cxf.message.Message;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fault listener that logs session requests lost with their callers in one line, and those cancelled by their callers
 * at debug level, instead of CXF's warning with a stack trace. All other faults go to the application's listener, or
 * are logged by CXF.
 */
final class LostRequestLog implements FaultListener {
    private static final Logger LOG = LoggerFactory.getLogger(LostRequestLog.class);
    private static final String PROPERTY = FaultListener.class.getName();

    private final @Nullable FaultListener own;

    private LostRequestLog(@Nullable FaultListener own) {
        this.own = own;
    }

    /** Installs the listener at a service. */
    public static void install(Endpoint endpoint) {
        endpoint.put(PROPERTY, new LostRequestLog(endpoint.get(PROPERTY) instanceof FaultListener set ? set : null));
    }

    @Override
    public boolean faultOccurred(Exception exception, String description, Message message) {
        ParleyException why = isOfSession(message) ? lost(exception, message) : null;
        if (why == null) {
            FaultListener next = next(message);
            return next == null || next.faultOccurred(exception, description, message);
        }
        if (why.code() == ErrorCode.CANCELLED) {
            LOG.debug("Call of {}was cancelled: {}", description, why.getMessage(), exception);
        } else {
            LOG.info("Call of {}was lost: {}", description, why.getMessage());
        }
        return false;
    }

    private @Nullable FaultListener next(Message message) {
        if (own != null) {
            return own;
        }
        Bus bus = message.getExchange() == null ? null : message.getExchange().getBus();
        return bus != null && bus.getProperty(PROPERTY) instanceof FaultListener set ? set : null;
    }

    private static boolean isOfSession(Message message) {
        Exchange exchange = message.getExchange();
        Message in = exchange == null ? null : exchange.getInMessage();
        return in != null && in.get(IncomingMessage.class) != null;
    }

    /**
     * Returns the exception if the request was lost with its caller; an exception thrown by the service is its own
     * failure.
     */
    private static @Nullable ParleyException lost(Throwable failure, Message message) {
        FaultMode mode = message.get(FaultMode.class);
        if (mode == FaultMode.UNCHECKED_APPLICATION_FAULT || mode == FaultMode.CHECKED_APPLICATION_FAULT) {
            return null;
        }
        Throwable at = failure;
        while (at != null && !(at instanceof ParleyException)) {
            at = at.getCause();
        }
        return at instanceof ParleyException why && isOfCaller(why.code()) ? why : null;
    }

    private static boolean isOfCaller(ErrorCode code) {
        return switch (code) {
            case CANCELLED, TIMEOUT, CONNECTION_LOST, CLOSED, GOING_AWAY -> true;
            default -> false;
        };
    }
}
