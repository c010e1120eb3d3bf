package io.parley.cxf.channel;

import java.lang.reflect.Method;
import java.net.HttpURLConnection;
import org.apache.cxf.message.Message;
import org.apache.cxf.transport.http.HTTPConduit;
import org.apache.cxf.transports.http.configuration.HTTPClientPolicy;
import org.jspecify.annotations.Nullable;

/**
 * HTTP policy of posts: the application's policy for calls, but with large chunks unless the application set a size.
 * CXF's default of 4 KiB would dominate the cost of 128 KiB frames.
 */
final class PostPolicy {
    /**
     * Size in bytes of the pipe between the two threads by which CXF sends with {@code java.net.http}; twice its read
     * size.
     */
    private static final int PIPE_BYTES = 32 * 1024;

    private final HTTPConduit conduit;
    /** Copy of the policy with large chunks; null if the application configured chunking. */
    private final @Nullable HTTPClientPolicy own;

    /**
     * Creates the policy and sets it on the conduit.
     *
     * @param conduit owned by the caller's poster
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

    /**
     * Applies the policy to a post that the conduit has prepared, before its body is written.
     *
     * @param length length of the body in bytes
     */
    void apply(Message prepared, int length) {
        if (own == null
                || conduit.getClient(prepared) != own
                || !(prepared.get(HTTPConduit.KEY_HTTP_CONNECTION) instanceof HttpURLConnection connection)) {
            return;
        }
        if (own.isAllowChunking()) {
            // First post: short, and answered before the next one. Later posts are sent without CXF's copy.
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
            throw new IllegalStateException(
                    "expected a policy that can be copied, found "
                            + given.getClass().getName(),
                    e);
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
