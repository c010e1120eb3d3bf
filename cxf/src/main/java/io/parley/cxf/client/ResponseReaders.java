package io.parley.cxf.client;

import io.parley.cxf.stax.LoggedIn;
import io.parley.cxf.stax.TypedIn;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.cxf.helpers.CastUtils;
import org.apache.cxf.interceptor.Interceptor;
import org.apache.cxf.message.Message;

/** Interceptors that the chain of a response needs, whether the response comes from the service or from a handler. */
final class ResponseReaders {
    private static final List<Interceptor<? extends Message>> ALL = List.of(new LoggedIn(), new TypedIn());

    private ResponseReaders() {}

    /** Adds them to the interceptors that a request already has for its response. */
    static void addTo(Message request) {
        Collection<Interceptor<? extends Message>> own =
                CastUtils.cast((Collection<?>) request.get(Message.IN_INTERCEPTORS));
        if (own == null) {
            request.put(Message.IN_INTERCEPTORS, ALL);
            return;
        }
        List<Interceptor<? extends Message>> joined = new ArrayList<>(ALL);
        joined.addAll(own);
        request.put(Message.IN_INTERCEPTORS, joined);
    }
}
