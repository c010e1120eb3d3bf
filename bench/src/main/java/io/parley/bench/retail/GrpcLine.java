package io.parley.bench.retail;

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
import io.parley.bench.contest.Door;
import io.parley.bench.document.Update;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;

/** gRPC, in the place of the paper's Remoting, without executors; its messages are the same objects as everybody's. */
final class GrpcLine implements Line {
    private static final String SERVICE = "parley.bench.Retail";
    private static final MethodDescriptor<Update, Update> METHOD = MethodDescriptor.<Update, Update>newBuilder()
            .setType(MethodDescriptor.MethodType.UNARY)
            .setFullMethodName(MethodDescriptor.generateFullMethodName(SERVICE, "update"))
            .setRequestMarshaller(new UpdateMarshaller())
            .setResponseMarshaller(new UpdateMarshaller())
            .build();

    private final Server server;
    private final ManagedChannel channel;

    GrpcLine(Door door) throws IOException {
        this.server = NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .directExecutor()
                .addService(ServerServiceDefinition.builder(SERVICE)
                        .addMethod(METHOD, ServerCalls.asyncUnaryCall(GrpcLine::answer))
                        .build())
                .build()
                .start();
        door.open(List.of(server.getPort()));
        this.channel = NettyChannelBuilder.forAddress(door.host(), server.getPort())
                .directExecutor()
                .usePlaintext()
                .build();
    }

    private static void answer(Update message, StreamObserver<Update> observer) {
        message.identification = ANSWER;
        observer.onNext(message);
        observer.onCompleted();
    }

    @Override
    public Update exchange(Update message) {
        return ClientCalls.blockingUnaryCall(channel.newCall(METHOD, CallOptions.DEFAULT), message);
    }

    @Override
    public void close() {
        channel.shutdownNow();
        server.shutdownNow();
    }
}
