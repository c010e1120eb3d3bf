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
import io.grpc.stub.StreamObserver;
import io.parley.bench.data.Beans.Count;
import io.parley.bench.messages.CountMessage;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;

/** A gRPC server configured for speed: epoll, no executor, and for echoes the received message as response. */
final class GrpcSite implements Site {
    static final int MESSAGE_BYTES = 100_000_000;

    private static final String SERVICE = "parley.bench.Port";

    private final Match match;
    private final Loops loops = Loops.start();
    private final Message content;
    private final Server server;

    GrpcSite(Match match) throws IOException {
        this.match = match;
        this.content = Messages.of(match.workload());
        this.server = NettyServerBuilder.forAddress(
                        new InetSocketAddress(match.door().server(), 0))
                .bossEventLoopGroup(loops.group())
                .workerEventLoopGroup(loops.group())
                .channelType(loops.server())
                .directExecutor()
                .maxInboundMessageSize(MESSAGE_BYTES)
                .addService(ServerServiceDefinition.builder(SERVICE)
                        .addMethod(method(match), ServerCalls.asyncUnaryCall(this::answer))
                        .build())
                .build()
                .start();
    }

    @Override
    public String address() {
        return SocketAddresses.text(match.door().host(), server.getPort());
    }

    @Override
    public List<Integer> ports() {
        return List.of(server.getPort());
    }

    @Override
    public void close() {
        server.shutdownNow();
        loops.close();
    }

    private void answer(Message request, StreamObserver<Message> observer) {
        observer.onNext(
                switch (match.exchange()) {
                    case ECHO -> request;
                    case SEND -> count(Messages.count(request));
                    case RECEIVE -> content;
                });
        observer.onCompleted();
    }

    static MethodDescriptor<Message, Message> method(Match match) {
        Message content = Messages.empty(match.workload().kind());
        Message number = CountMessage.getDefaultInstance();
        return MethodDescriptor.<Message, Message>newBuilder()
                .setType(MethodDescriptor.MethodType.UNARY)
                .setFullMethodName(MethodDescriptor.generateFullMethodName(
                        SERVICE, match.exchange().word()))
                .setRequestMarshaller(ProtoUtils.marshaller(match.exchange() == Exchange.RECEIVE ? number : content))
                .setResponseMarshaller(ProtoUtils.marshaller(match.exchange() == Exchange.SEND ? number : content))
                .build();
    }

    static CountMessage count(int value) {
        return CountMessage.newBuilder().setValue(value).build();
    }

    /**
     * gRPC clients configured for speed: epoll, no executor, and a request that is built once. The messages are the
     * application's own objects. One channel, which connects at the first call, is shared by all callers.
     */
    static final class Clients implements Contestant {
        private final Match match;
        private final MethodDescriptor<Message, Message> method;
        private final Loops loops = Loops.start();
        private final Message content;
        private final ManagedChannel channel;

        Clients(Match match, String address) {
            this.match = match;
            this.content = Messages.of(match.workload());
            this.method = method(match);
            InetSocketAddress server = SocketAddresses.of(address);
            this.channel = NettyChannelBuilder.forAddress(server.getHostString(), server.getPort())
                    .eventLoopGroup(loops.group())
                    .channelType(loops.client())
                    .directExecutor()
                    .usePlaintext()
                    .maxInboundMessageSize(MESSAGE_BYTES)
                    .build();
        }

        @Override
        public Caller caller() {
            return new StubCaller();
        }

        @Override
        public void close() {
            channel.shutdownNow();
            loops.close();
        }

        private final class StubCaller implements Caller {
            private final Message request = match.exchange() == Exchange.RECEIVE
                    ? count(match.workload().count())
                    : content;

            @Override
            public Object call() {
                return ClientCalls.blockingUnaryCall(channel.newCall(method, CallOptions.DEFAULT), request);
            }

            @Override
            public void check() {
                Message answer = (Message) call();
                if (answer instanceof CountMessage count) {
                    match.check(Count.of(count.getValue()));
                } else {
                    match.check(Messages.object(match.workload().kind().type(), answer));
                }
            }
        }
    }
}
