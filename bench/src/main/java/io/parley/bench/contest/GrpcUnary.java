package io.parley.bench.contest;

import com.google.protobuf.Message;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.function.Function;

/**
 * gRPC configured for speed, with one method: epoll where available, no executor. The messages are the application's
 * own objects.
 */
public final class GrpcUnary {
    private static final int MESSAGE_BYTES = 100_000_000;
    private static final String SERVICE = "parley.bench.Port";

    private GrpcUnary() {}

    /** Returns a method. */
    public static <Q extends Message, A extends Message> MethodDescriptor<Q, A> method(
            String name, Q request, A response) {
        return MethodDescriptor.<Q, A>newBuilder()
                .setType(MethodDescriptor.MethodType.UNARY)
                .setFullMethodName(MethodDescriptor.generateFullMethodName(SERVICE, name))
                .setRequestMarshaller(ProtoUtils.marshaller(request))
                .setResponseMarshaller(ProtoUtils.marshaller(response))
                .build();
    }

    /** Starts a server. */
    public static <Q, A> Site serve(Door door, MethodDescriptor<Q, A> method, Function<Q, A> answers)
            throws IOException {
        Loops loops = Loops.start();
        Server server = NettyServerBuilder.forAddress(new InetSocketAddress(door.server(), 0))
                .bossEventLoopGroup(loops.group())
                .workerEventLoopGroup(loops.group())
                .channelType(loops.server())
                .directExecutor()
                .maxInboundMessageSize(MESSAGE_BYTES)
                .addService(ServerServiceDefinition.builder(method.getServiceName())
                        .addMethod(method, ServerCalls.asyncUnaryCall((request, observer) -> {
                            observer.onNext(answers.apply(request));
                            observer.onCompleted();
                        }))
                        .build())
                .build()
                .start();
        return new Site(SocketAddresses.text(door.host(), server.getPort()), List.of(server.getPort()), () -> {
            server.shutdownNow();
            loops.close();
        });
    }

    /** A client with one channel, which connects at the first call and is shared by all threads. */
    public static final class Client implements AutoCloseable {
        private final Loops loops = Loops.start();
        private final ManagedChannel channel;

        /** Creates a client of a server at {@code HOST:PORT}. */
        public Client(String address) {
            InetSocketAddress server = SocketAddresses.of(address);
            this.channel = NettyChannelBuilder.forAddress(server.getHostString(), server.getPort())
                    .eventLoopGroup(loops.group())
                    .channelType(loops.client())
                    .directExecutor()
                    .usePlaintext()
                    .maxInboundMessageSize(MESSAGE_BYTES)
                    .build();
        }

        /** Sends a request and waits for the response. */
        public <Q, A> A call(MethodDescriptor<Q, A> method, Q request) {
            return ClientCalls.blockingUnaryCall(channel.newCall(method, CallOptions.DEFAULT), request);
        }

        @Override
        public void close() {
            channel.shutdownNow();
            loops.close();
        }
    }
}
