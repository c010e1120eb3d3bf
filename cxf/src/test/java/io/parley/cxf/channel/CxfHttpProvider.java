package io.parley.cxf.channel;

import io.parley.ChannelTraits;
import io.parley.channel.Address;
import io.parley.channel.ChannelProvider;
import io.parley.channel.ChannelSettings;
import io.parley.channel.Connection;
import io.parley.channel.ConnectionHandler;
import io.parley.channel.Listener;
import io.parley.channel.http.HttpAcceptor;
import io.parley.channel.http.HttpFrames;
import io.parley.channel.http.HttpOpeningConnection;
import io.parley.cxf.Published;
import io.parley.cxf.services.WrappedStationsImpl;
import java.io.IOException;
import java.time.Duration;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.message.Message;
import org.apache.cxf.service.model.EndpointInfo;
import org.apache.cxf.transport.ConduitInitiatorManager;
import org.apache.cxf.transport.http.HTTPConduit;

/** The plugin's http channel, in a form that the channel contracts can use: each listener is a service in Jetty. */
final class CxfHttpProvider implements ChannelProvider, AutoCloseable {
    private static final String TRANSPORT = "http://cxf.apache.org/transports/http";

    private final Bus clientBus = BusFactory.newInstance().createBus();
    private final Bus serviceBus = BusFactory.newInstance().createBus();

    @Override
    public ChannelTraits traits() {
        return new ChannelTraits(HttpFrames.CHANNEL, true, true, true, true);
    }

    @Override
    public boolean isAvailable() {
        return true;
    }

    @Override
    public CompletionStage<Connection> connect(Address address, ChannelSettings settings, ConnectionHandler handler) {
        EndpointInfo info = new EndpointInfo();
        String url = "http://" + address + "/frames";
        info.setAddress(url);
        try {
            HTTPConduit conduit = (HTTPConduit) clientBus
                    .getExtension(ConduitInitiatorManager.class)
                    .getConduitInitiator(TRANSPORT)
                    .getConduit(info, clientBus);
            Duration within = HttpFrames.HOLD.multipliedBy(2);
            ConduitPoster poster = new ConduitPoster(
                    conduit,
                    (message, exchange) -> {
                        exchange.put(Bus.class, clientBus);
                        message.setExchange(exchange);
                        message.put(Message.PROTOCOL_HEADERS, new TreeMap<>(String.CASE_INSENSITIVE_ORDER));
                        message.put(Message.RECEIVE_TIMEOUT, within.toMillis());
                    },
                    within);
            return HttpOpeningConnection.connect(
                    poster, url, false, settings.connectTimeout().multipliedBy(10), handler);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public Listener listen(Address bind, ChannelSettings settings, Function<Connection, ConnectionHandler> acceptor)
            throws IOException {
        Address address = new Address(bind.host(), bind.port() == 0 ? Published.freePort() : bind.port());
        HttpAcceptor posts = new HttpAcceptor(settings, (connection, from) -> acceptor.apply(connection));
        JaxWsServerFactoryBean publisher = new JaxWsServerFactoryBean();
        publisher.setBus(serviceBus);
        publisher.setServiceClass(WrappedStationsImpl.class);
        publisher.setServiceBean(new WrappedStationsImpl());
        publisher.setAddress("http://" + address + "/frames");
        publisher.getInInterceptors().add(new FramesIn(() -> posts));
        Server server;
        try {
            server = publisher.create();
        } catch (RuntimeException e) {
            posts.close();
            throw new IOException("cannot listen at " + address, e);
        }
        return new Listener() {
            @Override
            public Address address() {
                return address;
            }

            @Override
            public void close() {
                posts.close();
                var unused = posts.left().thenRun(() -> new Thread(server::destroy).start());
            }
        };
    }

    @Override
    public void close() {
        serviceBus.shutdown(true);
        clientBus.shutdown(true);
    }
}
