package io.parley.bench.contest;

import com.google.protobuf.Message;
import io.grpc.MethodDescriptor;
import io.parley.bench.messages.CountMessage;
import java.io.IOException;
import java.util.concurrent.Callable;

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

    /** Connects a client; all callers share one channel. */
    static Contestant connect(Match match, String address) {
        GrpcUnary.Client client = new GrpcUnary.Client(address);
        MethodDescriptor<Message, Message> method = method(match);
        Message request =
                match.exchange() == Exchange.RECEIVE ? count(match.workload().count()) : Messages.of(match.workload());
        Callable<Object> call = () -> client.call(method, request);
        return new Contestant(
                () -> Caller.of(
                        match, call, answer -> Messages.object(match.responseType(), (Message) answer), () -> {}),
                client);
    }
}
