package io.parley.bench.retail;

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
import io.grpc.stub.StreamObserver;
import io.parley.bench.contest.Door;
import io.parley.bench.contest.Messages;
import io.parley.bench.document.Shape;
import io.parley.bench.document.Update;
import io.parley.bench.messages.UpdateMessage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * gRPC in place of the paper's Remoting, without executors; its generated messages are the application's own objects.
 */
final class GrpcLine implements Line<UpdateMessage> {
    private static final String SERVICE = "parley.bench.Retail";
    private static final MethodDescriptor<UpdateMessage, UpdateMessage> METHOD =
            MethodDescriptor.<UpdateMessage, UpdateMessage>newBuilder()
                    .setType(MethodDescriptor.MethodType.UNARY)
                    .setFullMethodName(MethodDescriptor.generateFullMethodName(SERVICE, "update"))
                    .setRequestMarshaller(ProtoUtils.marshaller(UpdateMessage.getDefaultInstance()))
                    .setResponseMarshaller(ProtoUtils.marshaller(UpdateMessage.getDefaultInstance()))
                    .build();

    /** The messages, converted once: their conversion is not part of a call. */
    private final Map<Shape, UpdateMessage> messages = new EnumMap<>(Shape.class);

    private final Server server;
    private final ManagedChannel channel;

    GrpcLine(Door door) throws IOException {
        for (Shape shape : Shape.values()) {
            messages.put(shape, (UpdateMessage) Messages.of(shape.message(), UpdateMessage.newBuilder()));
        }
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

    private static void answer(UpdateMessage message, StreamObserver<UpdateMessage> observer) {
        observer.onNext(message.toBuilder().setIdentification(ANSWER).build());
        observer.onCompleted();
    }

    @Override
    public UpdateMessage message(Shape shape) {
        return Objects.requireNonNull(messages.get(shape));
    }

    @Override
    public UpdateMessage exchange(UpdateMessage message) {
        return ClientCalls.blockingUnaryCall(channel.newCall(METHOD, CallOptions.DEFAULT), message);
    }

    @Override
    public Update content(UpdateMessage message) {
        return Messages.object(Update.class, message);
    }

    @Override
    public void close() {
        channel.shutdownNow();
        server.shutdownNow();
    }
}
