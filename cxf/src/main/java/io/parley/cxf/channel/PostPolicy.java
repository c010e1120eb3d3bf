package io.parley.cxf.channel;

import java.lang.reflect.Method;
import java.net.HttpURLConnection;
import org.apache.cxf.message.Message;
import org.apache.cxf.transport.http.HTTPConduit;
import org.apache.cxf.transports.http.configuration.HTTPClientPolicy;
import org.jspecify.annotations.Nullable;

/**
 * HTTP policy of posts: the application's for calls, but with large chunks where the application set no size. CXF's own
 * are of 4 KiB, which for frames of 128 is most of the work.
 */
final class PostPolicy {
    /**
     * Size of the pipe between the two threads by which CXF sends on {@code java.net.http}; twice what that reads at
     * once.
     */
    private static final int PIPE_BYTES = 32 * 1024;

    private final HTTPConduit conduit;
    /** Null if the application chose its pieces. */
    private final @Nullable HTTPClientPolicy own;

    /**
     * @param conduit for nobody else
     */
    PostPolicy(HTTPConduit conduit) {
        this.conduit = conduit;
        HTTPClientPolicy given = conduit.getClient();
        this.own = given.isSetAllowChunking() || given.isSetChunkLength() || given.isSetChunkingThreshold()
                ? null
                : copy(given);
        if (own != null) {
            own.setChunkLength(PIPE_BYTES);
            conduit.setClient(own);
        }
    }

    /** Before anything is written of a post that the conduit has prepared. */
    void apply(Message prepared, int length) {
        if (own == null
                || conduit.getClient(prepared) != own
                || !(prepared.get(HTTPConduit.KEY_HTTP_CONNECTION) instanceof HttpURLConnection connection)) {
            return;
        }
        if (own.isAllowChunking()) {
            // The first post, which is short and answered before there is another. Those go out as they are, without
            // CXF's copy.
            own.setAllowChunking(false);
        } else {
            connection.setFixedLengthStreamingMode(length);
        }
    }

    private static HTTPClientPolicy copy(HTTPClientPolicy given) {
        HTTPClientPolicy copy = new HTTPClientPolicy();
        copy.getOtherAttributes().putAll(given.getOtherAttributes());
        try {
            for (Method set : HTTPClientPolicy.class.getMethods()) {
                if (set.getName().startsWith("set") && isSet(given, property(set))) {
                    set.invoke(copy, value(given, set));
                }
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("a policy of CXF's that cannot be copied", e);
        }
        return copy;
    }

    private static String property(Method set) {
        return set.getName().substring("set".length());
    }

    private static boolean isSet(HTTPClientPolicy given, String property) throws ReflectiveOperationException {
        return (boolean) HTTPClientPolicy.class.getMethod("isSet" + property).invoke(given);
    }

    private static Object value(HTTPClientPolicy given, Method set) throws ReflectiveOperationException {
        String verb = set.getParameterTypes()[0] == boolean.class ? "is" : "get";
        return HTTPClientPolicy.class.getMethod(verb + property(set)).invoke(given);
    }
}
