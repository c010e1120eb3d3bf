package io.parley.compression;

import io.parley.ParleyException;
import io.parley.representation.Sink;
import io.parley.representation.Source;

/** Session whose messages are compressed independently of each other. Thread-safe. */
final class CompressedSession implements StatelessSession {
    /** Head byte of content that is not compressed. */
    static final int PLAIN = 0x00;
    /** Head byte of compressed content. */
    static final int COMPRESSED = 0x01;

    private final StreamCompression compression;
    private final Workspace workspace;

    CompressedSession(StreamCompression compression, Workspace workspace) {
        this.compression = compression;
        this.workspace = workspace;
    }

    @Override
    public Packing pack(Sink.Drain to) {
        return new CompressingDrain(compression, workspace, to);
    }

    @Override
    public boolean isPacked(int first) {
        return first == COMPRESSED;
    }

    @Override
    public Source unpack(Source in) {
        int form = in.readByte();
        return switch (form) {
            case PLAIN -> in;
            case COMPRESSED ->
                new Source(
                        new ExpandedFeed(compression, workspace, in), Source.UNKNOWN, workspace.limits(), in.sides());
            default ->
                throw ParleyException.malformed(
                        "content as it is or compressed", "form " + form, in.at("head of a message"));
        };
    }
}
