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
 * Factory of the posters of one connection to a service. A poster uses sockets of its own if Parley can reproduce all
 * that the application's conduit would do for a post and the first post succeeds; otherwise it uses the conduit.
 */
public final class ServicePosts {
    private static final Logger LOG = LoggerFactory.getLogger(ServicePosts.class);

    private final PostPreparation preparation;
    private final URI url;
    private final Duration within;

    /**
     * Creates the factory.
     *
     * @param within time limit for each post until the head of its response, as set by the preparation
     */
    public ServicePosts(PostPreparation preparation, URI url, Duration within) {
        this.preparation = preparation;
        this.url = url;
        this.within = within;
    }

    /**
     * Creates a poster.
     *
     * @param conduit owned by the poster; closed with the connection
     * @param settings time limits for sockets
     */
    public CompletionStage<Poster> by(HTTPConduit conduit, ChannelSettings settings) {
        Message message = new MessageImpl();
        preparation.prepare(message, new ExchangeImpl());
        ConduitTerms terms = new ConduitTerms(conduit, message, url);
        // Evaluated first, since the conduit's poster changes its settings.
        boolean own = WebSockets.canConnect() && terms.areComplete();
        CompletionStage<Poster> sockets = own ? sockets(terms, settings) : CompletableFuture.completedStage(null);
        ConduitPoster byConduit = new ConduitPoster(conduit, preparation, within);
        return sockets.handle((poster, why) -> poster == null ? byConduit : new TriedPoster(poster, byConduit));
    }

    private CompletionStage<Poster> sockets(ConduitTerms terms, ChannelSettings settings) {
        try {
            SocketPoster.Request request = new SocketPoster.Request(url, terms.headers(), within);
            return SocketPoster.make(request, settings, request.isSecure() ? terms.tls(request.address()) : null);
        } catch (GeneralSecurityException | RuntimeException e) {
            LOG.debug("Posting to {} by CXF's client: {}", url.getHost(), e.toString());
            return CompletableFuture.failedStage(e);
        }
    }
}
