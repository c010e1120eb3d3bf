package io.parley.transport.http.endpoint;

import io.parley.ErrorCode;
import io.parley.transport.http.HttpRefusal;
import io.parley.transport.http.RequestHead;
import io.parley.transport.http.Site;
import org.jspecify.annotations.Nullable;

/** Site that is made once its port is known; earlier requests get an answer to try again. Thread-safe. */
final class LateSite implements Site {
    private volatile @Nullable Site site;

    void is(Site value) {
        site = value;
    }

    @Override
    public Handling on(RequestHead head) throws HttpRefusal {
        Site known = site;
        if (known == null) {
            throw new HttpRefusal(503, ErrorCode.NOT_DISPATCHED, "the endpoint is being started");
        }
        return known.on(head);
    }
}
