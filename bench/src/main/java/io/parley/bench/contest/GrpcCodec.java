package io.parley.bench.contest;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.Message;
import io.parley.bench.data.Kind;
import io.parley.bench.data.Workload;
import java.io.IOException;

/** protobuf alone: a generated message, built once, to and from an array. */
final class GrpcCodec implements Codec {
    private final Kind kind;
    private final Message message;
    private final byte[] bytes;

    GrpcCodec(Workload workload) {
        this.kind = workload.kind();
        this.message = Messages.of(workload);
        this.bytes = new byte[message.getSerializedSize()];
    }

    @Override
    public long encode() throws IOException {
        CodedOutputStream out = CodedOutputStream.newInstance(bytes);
        message.writeTo(out);
        out.checkNoSpaceLeft();
        return bytes.length;
    }

    @Override
    public Object decode() throws IOException {
        return message.getParserForType().parseFrom(bytes);
    }

    @Override
    public Object content(Object decoded) {
        return Messages.object(kind.type(), (Message) decoded);
    }
}
