package io.parley.transport.http.endpoint;

import io.parley.Durations;
import io.parley.channel.http.HttpFrames;
import io.parley.channel.websocket.KeepAlive;
import io.parley.channel.websocket.WebSocket;
import io.parley.endpoint.Contract;
import io.parley.endpoint.negotiated.NegotiatedClient;
import io.parley.endpoint.negotiated.NegotiatedClientBuilder;
import io.parley.peer.CredentialsIdentity;
import io.parley.peer.SessionKey;
import io.parley.runtime.Conversation;
import io.parley.runtime.ParleyRuntime;
import io.parley.transport.http.BodyMemory;
import io.parley.transport.http.ServiceClient;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * Client of a service at a URL: calls on a session where the service agrees to one, otherwise by plain SOAP with a
 * named reason. Sessions use the stream channel or, if that is not reachable, a WebSocket or posts at the URL. A call
 * that may have been handled is never repeated. Thread-safe.
 *
 * <pre>{@code
 * try (HttpEndpointClient client = HttpEndpointClient.of(contract).open(URI.create("http://host:8080/"))) {
 *     Total total = client.call(SUM, new Numbers(1, 2, 3));
 * }
 * }</pre>
 */
public final class HttpEndpointClient extends NegotiatedClient {
    private HttpEndpointClient(Builder from, ParleyRuntime runtime, Reached reached) {
        super(from, runtime, reached);
    }

    /** Returns a builder of a client for the contract. */
    public static Builder of(Contract contract) {
        return new Builder(contract);
    }

    /** Returns the session of the latest calls; null before the first. */
    @Nullable
    Conversation session() {
        return latestSession();
    }

    /** Builder of a client. Not thread-safe. */
    public static final class Builder extends NegotiatedClientBuilder<Builder> {
        private static final Duration CONNECT = Duration.ofSeconds(10);

        private final Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        private List<String> channels = List.of(UrlChannels.STREAM, WebSocket.CHANNEL, HttpFrames.CHANNEL);
        private boolean zip;
        private Duration webSocketKeepAlive = WebSocket.KEEP_ALIVE;
        private @Nullable HttpClient http;

        private Builder(Contract contract) {
            super(contract);
        }

        @Override
        protected Builder self() {
            return this;
        }

        /**
         * Sets the channels that sessions may use, best first. Default: {@code stream}, {@code websocket}, {@code
         * http}.
         */
        public Builder channels(String... names) {
            channels = List.of(names);
            return this;
        }

        /** Sends SOAP requests in gzip, and accepts responses in it. */
        public Builder gzip() {
            zip = true;
            return this;
        }

        /** Adds a header to every request, for instance {@code Authorization}. */
        public Builder header(String name, String value) {
            headers.put(name, value);
            return this;
        }

        /**
         * Sets the longest time for which this side of a WebSocket is silent, because proxies close idle connections;
         * after a connection was cut earlier, half of that time is used for an hour. Default: 25 seconds.
         */
        public Builder webSocketKeepAlive(Duration value) {
            webSocketKeepAlive = Durations.bounded(value);
            return this;
        }

        /** Sets the HTTP client, with its TLS, proxy and authentication. Default: a new one. */
        public Builder http(HttpClient value) {
            http = value;
            return this;
        }

        private CredentialsIdentity credentials() {
            Map<String, List<String>> lists = new TreeMap<>();
            headers.forEach((name, value) -> lists.put(name, List.of(value)));
            return CredentialsIdentity.ofHeaders(lists);
        }

        private HttpClient client(URI url) {
            return http != null
                    ? http
                    : ServiceClient.builder(url).connectTimeout(CONNECT).build();
        }

        /**
         * Creates a client of the service at a URL. Nothing is sent before the first call.
         *
         * @throws IllegalArgumentException if a setting is not valid
         */
        public HttpEndpointClient open(URI url) {
            ParleyRuntime runtime = runtime(ParleyRuntime.builder());
            SoapCalls soap = new SoapCalls(
                    client(url),
                    url,
                    Map.copyOf(headers),
                    new SoapCalls.Form(version(), zip),
                    new SoapCalls.Memory(limits(), BodyMemory.of(limits()), runtime::reserveObjects),
                    contract().soapText());
            SessionKey key = SessionKey.of(
                    "", url.toString(), new QName(contract().namespace(), ""), credentials(), SessionKey.NO_TLS);
            HttpService service = new HttpService(
                    runtime,
                    soap,
                    contract().description(),
                    handlers(),
                    new KeepAlive(webSocketKeepAlive, url.toString(), System::nanoTime));
            return new HttpEndpointClient(this, runtime, new Reached(key, soap, service, List.copyOf(channels)));
        }
    }
}
