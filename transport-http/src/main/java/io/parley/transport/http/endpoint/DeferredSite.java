package io.parley.transport.http.endpoint;

import io.parley.ErrorCode;
import io.parley.transport.http.HttpRefusal;
import io.parley.transport.http.RequestHead;
import io.parley.transport.http.Site;
import org.jspecify.annotations.Nullable;

/** Site that is set once its port is known; earlier requests are refused as not dispatched. Thread-safe. */
final class DeferredSite implements Site {
    private volatile @Nullable Site site;

    void set(Site value) {
        site = value;
    }

    @Override
    public Handling on(RequestHead head) throws HttpRefusal {
        Site known = site;
        if (known == null) {
            throw new HttpRefusal(503, ErrorCode.NOT_DISPATCHED, "the endpoint is starting");
        }
        return known.on(head);
    }
}
