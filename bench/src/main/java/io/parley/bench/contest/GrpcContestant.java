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
import io.parley.bench.data.Count;
import io.parley.bench.messages.CountMessage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;

/**
 * gRPC as fast as it goes: epoll, no executor on either side, a request that is built once, and a server that returns the
 * message it got. The messages are the application's own objects. One channel, which all callers share.
 */
final class GrpcContestant implements Contestant {
    private static final String SERVICE = "parley.bench.Port";
    private static final int MESSAGE_BYTES = 100_000_000;

    private final Match match;
    private final MethodDescriptor<Message, Message> method;
    private final Loops serverLoops = Loops.start();
    private final Loops clientLoops = Loops.start();
    private final Message content;
    private final Server server;
    private final ManagedChannel channel;

    private GrpcContestant(Match match) throws IOException {
        this.match = match;
        this.content = Messages.of(match.workload().object());
        this.method = method(match);
        this.server = serve();
        this.channel = NettyChannelBuilder.forAddress(match.door().host(), server.getPort())
                .eventLoopGroup(clientLoops.group())
                .channelType(clientLoops.client())
                .directExecutor()
                .usePlaintext()
                .maxInboundMessageSize(MESSAGE_BYTES)
                .build();
    }

    static Contestant start(Match match) throws IOException {
        // Its channel connects at the first call.
        GrpcContestant started = new GrpcContestant(match);
        return Contestant.behind(match.door(), List.of(started.server.getPort()), started::close, () -> started);
    }

    @Override
    public Caller caller() {
        return new StubCaller();
    }

    @Override
    public void close() {
        channel.shutdownNow();
        server.shutdownNow();
        clientLoops.close();
        serverLoops.close();
    }

    private Server serve() throws IOException {
        return NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .bossEventLoopGroup(serverLoops.group())
                .workerEventLoopGroup(serverLoops.group())
                .channelType(serverLoops.server())
                .directExecutor()
                .maxInboundMessageSize(MESSAGE_BYTES)
                .addService(ServerServiceDefinition.builder(SERVICE)
                        .addMethod(method, ServerCalls.asyncUnaryCall(this::answer))
                        .build())
                .build()
                .start();
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

    private static MethodDescriptor<Message, Message> method(Match match) {
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

    private static CountMessage count(int value) {
        return CountMessage.newBuilder().setValue(value).build();
    }

    private final class StubCaller implements Caller {
        private final Message request =
                match.exchange() == Exchange.RECEIVE ? count(match.workload().count()) : content;

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
                match.check(Messages.object(match.workload().kind(), answer));
            }
        }
    }
}
