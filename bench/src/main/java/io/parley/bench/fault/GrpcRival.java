package io.parley.bench.fault;

import com.google.protobuf.UnsafeByteOperations;
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
import io.parley.bench.contest.GrpcUnary;
import io.parley.bench.messages.BlobMessage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/** gRPC with its default retries, which never run a call twice, and keep-alives that its server permits. */
final class GrpcRival implements Rival {
    private static final int MESSAGE_BYTES = 64 << 20;
    /** The shortest time that grpc-java permits; it silently raises shorter ones ({@code KeepAliveManager}). */
    private static final long KEEP_ALIVE_SECONDS = 10;

    private static final long ANSWER_MILLIS = 2_000;

    private static final MethodDescriptor<BlobMessage, BlobMessage> METHOD =
            GrpcUnary.method("fault", BlobMessage.getDefaultInstance(), BlobMessage.getDefaultInstance());

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
                .addService(ServerServiceDefinition.builder(METHOD.getServiceName())
                        .addMethod(METHOD, ServerCalls.asyncUnaryCall((request, answer) -> {
                            answer.onNext(blob(work.apply(request.getValue().toByteArray())));
                            answer.onCompleted();
                        }))
                        .build())
                .build()
                .start();
        return server::shutdownNow;
    }

    @Override
    public Client connect(Place place) {
        ManagedChannel channel = NettyChannelBuilder.forAddress(Place.FRONT, place.port())
                .usePlaintext()
                .maxInboundMessageSize(MESSAGE_BYTES)
                .keepAliveTime(KEEP_ALIVE_SECONDS, TimeUnit.SECONDS)
                .keepAliveTimeout(ANSWER_MILLIS, TimeUnit.MILLISECONDS)
                .build();
        return new Calls(channel);
    }

    private static BlobMessage blob(byte[] bytes) {
        return BlobMessage.newBuilder()
                .setValue(UnsafeByteOperations.unsafeWrap(bytes))
                .build();
    }

    private record Calls(ManagedChannel channel) implements Client {
        @Override
        public CompletableFuture<byte[]> exchange(byte[] request) {
            CompletableFuture<byte[]> answered = new CompletableFuture<>();
            CallOptions options = CallOptions.DEFAULT
                    .withWaitForReady()
                    .withDeadlineAfter(FaultClient.PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
            ClientCalls.asyncUnaryCall(channel.newCall(METHOD, options), blob(request), new StreamObserver<>() {
                @Override
                public void onNext(BlobMessage answer) {
                    answered.complete(answer.getValue().toByteArray());
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
}
