package io.parley.bench.retail;

import io.grpc.MethodDescriptor;
import io.parley.bench.contest.Door;
import io.parley.bench.contest.GrpcUnary;
import io.parley.bench.contest.Messages;
import io.parley.bench.contest.Site;
import io.parley.bench.document.Shape;
import io.parley.bench.document.Update;
import io.parley.bench.messages.UpdateMessage;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/**
 * gRPC in place of the paper's Remoting, without executors; its generated messages are the application's own objects.
 */
final class GrpcLine implements Line<UpdateMessage> {
    private static final MethodDescriptor<UpdateMessage, UpdateMessage> METHOD =
            GrpcUnary.method("update", UpdateMessage.getDefaultInstance(), UpdateMessage.getDefaultInstance());

    /** The messages, converted once: their conversion is not part of a call. */
    private final Map<Shape, UpdateMessage> messages = new EnumMap<>(Shape.class);

    private final Site server;
    private final GrpcUnary.Client client;

    GrpcLine(Door door) throws IOException {
        for (Shape shape : Shape.values()) {
            messages.put(shape, (UpdateMessage) Messages.of(shape.message(), UpdateMessage.newBuilder()));
        }
        this.server = GrpcUnary.serve(
                door,
                METHOD,
                message -> message.toBuilder().setIdentification(ANSWER).build());
        door.open(server.ports());
        this.client = new GrpcUnary.Client(server.address());
    }

    @Override
    public UpdateMessage message(Shape shape) {
        return Objects.requireNonNull(messages.get(shape));
    }

    @Override
    public UpdateMessage exchange(UpdateMessage message) {
        return client.call(METHOD, message);
    }

    @Override
    public Update content(UpdateMessage message) {
        return Messages.object(Update.class, message);
    }

    @Override
    public void close() {
        client.close();
        server.close();
    }
}
