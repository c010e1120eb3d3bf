package io.parley.bench.retail;

import io.grpc.MethodDescriptor;
import io.parley.bench.contest.CxfClient;
import io.parley.bench.contest.CxfSettings;
import io.parley.bench.contest.CxfSite;
import io.parley.bench.contest.Door;
import io.parley.bench.contest.GrpcUnary;
import io.parley.bench.contest.Messages;
import io.parley.bench.contest.Site;
import io.parley.bench.document.Shape;
import io.parley.bench.document.Update;
import io.parley.bench.form.OnePart;
import io.parley.bench.messages.UpdateMessage;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;

/** The systems of the TDXML paper and current ones. */
public final class Lines {
    /** The lines through CXF's interceptor chains, which take long to warm up. */
    public static final List<String> SLOW = List.of("soap", "tdxml-elements", "tdxml-string");

    /** All lines, in the order of reports. */
    public static final List<String> ALL = List.of("soap", "tdxml-elements", "tdxml-string", "tdxml", "hhfr", "grpc");

    private static final MethodDescriptor<UpdateMessage, UpdateMessage> UPDATE =
            GrpcUnary.method("update", UpdateMessage.getDefaultInstance(), UpdateMessage.getDefaultInstance());

    private Lines() {}

    /**
     * Starts a server and a client for it.
     *
     * @throws IllegalArgumentException if there is no such line
     */
    public static Line<?> open(String name, Door door) throws Exception {
        return switch (name) {
            case "soap" -> soap(CxfSettings.TEXT, door, RetailPort::exchange);
            case "tdxml-elements" -> soap(CxfSettings.TDXML_ENVELOPES, door, RetailPort::exchange);
            case "tdxml-string" -> string(door);
            case "tdxml", "hhfr" -> stream(name, door);
            case "grpc" -> grpc(door);
            default -> throw new IllegalArgumentException("no way is called " + name + "; there are " + ALL);
        };
    }

    /** Opens an ordinary CXF proxy and its service. */
    private static Line<Update> soap(CxfSettings settings, Door door, BiFunction<RetailPort, Update, Update> call)
            throws IOException {
        CxfSite site = CxfSite.open(settings, door, new RetailService());
        CxfClient<RetailPort> client = site.client(RetailPort.class, settings, door, Map.of());
        client.proxy().exchange(new Update());
        if (settings == CxfSettings.TDXML_ENVELOPES) {
            client.expectStreamed(0);
        }
        return Line.ofObjects(message -> call.apply(client.proxy(), message), () -> {
            client.close();
            site.close();
        });
    }

    /**
     * Opens the system that the paper measured: applications put TDXML into a string of a SOAP message
     * (docs/reference/tdxml.md, R26).
     */
    private static Line<Update> string(Door door) throws IOException {
        Tables tables = new Tables();
        return soap(CxfSettings.TEXT, door, (port, message) -> tables.read(port.exchangeText(tables.write(message))));
    }

    /** Opens a session on the stream, without envelopes: messages are typed parts of a representation. */
    private static Line<Update> stream(String representation, Door door) throws IOException {
        StreamPair pair = new StreamPair(door);
        Line.Calls<Update> calls = pair.open(representation, OnePart.of(representation, Update.class), message -> {
            message.identification = Line.ANSWER;
            return message;
        });
        return Line.ofObjects(calls, pair);
    }

    /**
     * Opens gRPC in place of the paper's Remoting; its generated messages are the application's own objects, which are
     * converted once, since that is not part of a call.
     */
    private static Line<UpdateMessage> grpc(Door door) throws IOException {
        Map<Shape, UpdateMessage> messages = new EnumMap<>(Shape.class);
        for (Shape shape : Shape.values()) {
            messages.put(shape, (UpdateMessage) Messages.of(shape.message(), UpdateMessage.newBuilder()));
        }
        Site server = GrpcUnary.serve(
                door,
                UPDATE,
                message -> message.toBuilder().setIdentification(Line.ANSWER).build());
        door.open(server.ports());
        GrpcUnary.Client client = new GrpcUnary.Client(server.address());
        return new Line<>(
                shape -> Objects.requireNonNull(messages.get(shape)),
                message -> client.call(UPDATE, message),
                message -> Messages.object(Update.class, message),
                () -> {
                    client.close();
                    server.close();
                });
    }
}
