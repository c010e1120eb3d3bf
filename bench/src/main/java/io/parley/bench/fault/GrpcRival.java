package io.parley.bench.fault;

import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/** gRPC with its default retries, which never run a call twice, and keep-alives that its server permits. */
final class GrpcRival implements Rival {
    private static final String SERVICE = "parley.bench.Faults";
    private static final int MESSAGE_BYTES = 64 << 20;
    /** The shortest time that grpc-java permits; it silently raises shorter ones ({@code KeepAliveManager}). */
    private static final long KEEP_ALIVE_SECONDS = 10;

    private static final long ANSWER_MILLIS = 2_000;

    private final MethodDescriptor<byte[], byte[]> method = MethodDescriptor.newBuilder(new Bytes(), new Bytes())
            .setType(MethodDescriptor.MethodType.UNARY)
            .setFullMethodName(MethodDescriptor.generateFullMethodName(SERVICE, "Exchange"))
            .build();

    @Override
    public String setUp() {
        return "grpc-netty, unary calls with deadlines, transparent retries, wait for ready, keep-alive after 10 s, its minimum, with 2 s for the answer";
    }

    @Override
    public AutoCloseable serve(Place place, UnaryOperator<byte[]> work) throws IOException {
        Server server = NettyServerBuilder.forAddress(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), place.port()))
                .maxInboundMessageSize(MESSAGE_BYTES)
                .permitKeepAliveTime(1, TimeUnit.SECONDS)
                .addService(ServerServiceDefinition.builder(SERVICE)
                        .addMethod(method, ServerCalls.asyncUnaryCall((request, answer) -> {
                            answer.onNext(work.apply(request));
                            answer.onCompleted();
                        }))
                        .build())
                .build()
                .start();
        return server::shutdownNow;
    }

    @Override
    public Client connect(Place place) {
        ManagedChannel channel = NettyChannelBuilder.forAddress(place.client(), place.port())
                .usePlaintext()
                .maxInboundMessageSize(MESSAGE_BYTES)
                .keepAliveTime(KEEP_ALIVE_SECONDS, TimeUnit.SECONDS)
                .keepAliveTimeout(ANSWER_MILLIS, TimeUnit.MILLISECONDS)
                .build();
        return new Calls(channel);
    }

    private final class Calls implements Client {
        private final ManagedChannel channel;

        Calls(ManagedChannel channel) {
            this.channel = channel;
        }

        @Override
        public CompletableFuture<byte[]> exchange(byte[] request) {
            CompletableFuture<byte[]> answered = new CompletableFuture<>();
            CallOptions options = CallOptions.DEFAULT
                    .withWaitForReady()
                    .withDeadlineAfter(FaultClient.PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
            ClientCalls.asyncUnaryCall(channel.newCall(method, options), request, new StreamObserver<byte[]>() {
                @Override
                public void onNext(byte[] answer) {
                    answered.complete(answer);
                }

                @Override
                public void onError(Throwable failure) {
                    answered.completeExceptionally(failure);
                }

                @Override
                public void onCompleted() {
                    // The answer has already been received.
                }
            });
            return answered;
        }

        @Override
        public void close() {
            channel.shutdownNow();
        }
    }

    private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {
        @Override
        public InputStream stream(byte[] value) {
            return new ByteArrayInputStream(value);
        }

        @Override
        public byte[] parse(InputStream stream) {
            try {
                return stream.readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
