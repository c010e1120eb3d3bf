package io.parley.cxf.channel;

import io.parley.channel.ChannelSettings;
import io.parley.channel.http.Poster;
import io.parley.channel.http.TriedPoster;
import io.parley.transport.stream.SocketPoster;
import io.parley.transport.stream.WebSockets;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.cxf.message.ExchangeImpl;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageImpl;
import org.apache.cxf.transport.http.HTTPConduit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Poster of one connection to a service: by sockets of its own, where Parley knows all that the application's conduit would do for a post and the first
 * gets through so; otherwise by the conduit.
 */
public final class ServicePosts {
    private static final Logger LOG = LoggerFactory.getLogger(ServicePosts.class);

    private final PostPreparation preparation;
    private final URI url;
    private final Duration within;

    /** @param within for each post until the head of its response, as the preparation sets it */
    public ServicePosts(PostPreparation preparation, URI url, Duration within) {
        this.preparation = preparation;
        this.url = url;
        this.within = within;
    }

    /**
     * Makes a poster.
     *
     * @param conduit for nobody else; closed with the connection
     * @param settings time limits for sockets
     */
    public CompletionStage<Poster> by(HTTPConduit conduit, ChannelSettings settings) {
        Message message = new MessageImpl();
        preparation.prepare(message, new ExchangeImpl());
        ConduitTerms terms = new ConduitTerms(conduit, message, url);
        // The conduit's settings are changed by its poster.
        boolean own = WebSockets.canConnect() && terms.areWhole();
        CompletionStage<Poster> sockets = own ? sockets(terms, settings) : CompletableFuture.completedStage(null);
        ConduitPoster byConduit = new ConduitPoster(conduit, preparation, within);
        return sockets.handle((poster, why) -> poster == null ? byConduit : new TriedPoster(poster, byConduit));
    }

    private CompletionStage<Poster> sockets(ConduitTerms terms, ChannelSettings settings) {
        try {
            SocketPoster.Request request = new SocketPoster.Request(url, terms.headers(), within);
            return SocketPoster.make(request, settings, request.isSecure() ? terms.tls(request.address()) : null);
        } catch (GeneralSecurityException | RuntimeException e) {
            LOG.debug("posts to {} go by CXF's client: {}", url.getHost(), e.toString());
            return CompletableFuture.failedStage(e);
        }
    }
}
