package io.parley.bench.contest;

import com.google.protobuf.Message;
import io.grpc.MethodDescriptor;
import io.parley.bench.messages.CountMessage;
import java.io.IOException;

/** gRPC: for echoes the received message is the response, and requests are built once. */
final class GrpcSite {
    private GrpcSite() {}

    static Site start(Match match) throws IOException {
        Message content = Messages.of(match.workload());
        return GrpcUnary.serve(match.door(), method(match), request -> switch (match.exchange()) {
            case ECHO -> request;
            case SEND -> count(Messages.count(request));
            case RECEIVE -> content;
        });
    }

    private static MethodDescriptor<Message, Message> method(Match match) {
        Message content = Messages.empty(match.workload().kind());
        Message number = CountMessage.getDefaultInstance();
        return GrpcUnary.method(
                match.exchange().word(),
                match.exchange() == Exchange.RECEIVE ? number : content,
                match.exchange() == Exchange.SEND ? number : content);
    }

    private static CountMessage count(int value) {
        return CountMessage.newBuilder().setValue(value).build();
    }

    /** The clients; all callers share one channel. */
    static final class Clients implements Contestant {
        private final Match match;
        private final GrpcUnary.Client client;

        Clients(Match match, String address) {
            this.match = match;
            this.client = new GrpcUnary.Client(address);
        }

        @Override
        public Caller caller() {
            return new StubCaller();
        }

        @Override
        public void close() {
            client.close();
        }

        private final class StubCaller implements Caller {
            private final MethodDescriptor<Message, Message> method = method(match);
            private final Message request = match.exchange() == Exchange.RECEIVE
                    ? count(match.workload().count())
                    : Messages.of(match.workload());

            @Override
            public Object call() {
                return client.call(method, request);
            }

            @Override
            public void check() {
                Message answer = (Message) call();
                match.check(Messages.object(match.responseType(), answer));
            }
        }
    }
}
