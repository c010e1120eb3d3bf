package io.parley.bench.contest;

import com.google.protobuf.Message;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;
import io.parley.bench.data.Beans.Count;
import io.parley.bench.messages.CountMessage;
import java.net.InetSocketAddress;

/**
 * Clients of gRPC as fast as they go: epoll, no executor, and a request that is built once. The messages are the application's own
 * objects. One channel, which all callers share and which connects at the first call.
 */
final class GrpcContestant implements Contestant {
    private final Match match;
    private final MethodDescriptor<Message, Message> method;
    private final Loops loops = Loops.start();
    private final Message content;
    private final ManagedChannel channel;

    GrpcContestant(Match match, String address) {
        this.match = match;
        this.content = Messages.of(match.workload());
        this.method = GrpcSite.method(match);
        InetSocketAddress server = SocketAddresses.of(address);
        this.channel = NettyChannelBuilder.forAddress(server.getHostString(), server.getPort())
                .eventLoopGroup(loops.group())
                .channelType(loops.client())
                .directExecutor()
                .usePlaintext()
                .maxInboundMessageSize(GrpcSite.MESSAGE_BYTES)
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
                ? GrpcSite.count(match.workload().count())
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
