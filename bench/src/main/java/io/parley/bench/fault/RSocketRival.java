package io.parley.bench.fault;

import io.rsocket.Payload;
import io.rsocket.RSocket;
import io.rsocket.SocketAcceptor;
import io.rsocket.core.RSocketClient;
import io.rsocket.core.RSocketConnector;
import io.rsocket.core.RSocketServer;
import io.rsocket.core.Resume;
import io.rsocket.transport.netty.client.TcpClientTransport;
import io.rsocket.transport.netty.server.CloseableChannel;
import io.rsocket.transport.netty.server.TcpServerTransport;
import io.rsocket.util.ByteBufPayload;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.util.retry.Retry;

/** RSocket with resumption on both sides, and a client that reconnects if resumption fails. */
final class RSocketRival implements Rival {
    private static final Duration RETRY = Duration.ofMillis(200);

    @Override
    public String setUp() {
        return "request-response over TCP, `Resume` on both sides retried every 200 ms, keep-alive of 6 s, `RSocketClient` that reconnects";
    }

    private static Resume resume() {
        return new Resume().sessionDuration(Duration.ofMinutes(2)).retry(Retry.fixedDelay(Long.MAX_VALUE, RETRY));
    }

    @Override
    public AutoCloseable serve(Place place, UnaryOperator<byte[]> work) {
        Scheduler threads = Schedulers.newBoundedElastic(200, 100_000, "work");
        RSocket answering = new RSocket() {
            @Override
            public Mono<Payload> requestResponse(Payload request) {
                byte[] bytes = bytes(request);
                return Mono.fromCallable(() -> ByteBufPayload.create(work.apply(bytes)))
                        .subscribeOn(threads);
            }
        };
        CloseableChannel server = RSocketServer.create(SocketAcceptor.with(answering))
                .resume(resume())
                .fragment(64 * 1024)
                .bindNow(TcpServerTransport.create(Place.SERVER, place.port()));
        return server::dispose;
    }

    @Override
    public Client connect(Place place) {
        RSocketClient client = RSocketClient.from(RSocketConnector.create()
                .resume(resume())
                .fragment(64 * 1024)
                .keepAlive(Duration.ofSeconds(2), Duration.ofMillis(KEEP_ALIVE_MILLIS))
                .reconnect(Retry.fixedDelay(Long.MAX_VALUE, RETRY))
                .connect(TcpClientTransport.create(Place.FRONT, place.port())));
        return new Client() {
            @Override
            public CompletableFuture<byte[]> exchange(byte[] request) {
                return client.requestResponse(Mono.fromSupplier(() -> ByteBufPayload.create(request)))
                        .map(RSocketRival::bytes)
                        .timeout(Duration.ofMillis(FaultClient.PATIENCE_MILLIS))
                        .toFuture();
            }

            @Override
            public void close() {
                client.dispose();
            }
        };
    }

    private static byte[] bytes(Payload payload) {
        ByteBuffer data = payload.getData();
        byte[] bytes = new byte[data.remaining()];
        data.get(bytes);
        payload.release();
        return bytes;
    }
}
