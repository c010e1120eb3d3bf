package io.parley.delta;

import io.parley.compression.Compression;
import io.parley.compression.SessionCompression;
import io.parley.compression.Workspace;

/** Compression {@code delta}: sends calls as differences from earlier ones. */
public final class Delta implements Compression {
    /** Name of the compression in the negotiation. */
    public static final String NAME = "delta";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public SessionCompression begin(Workspace workspace) {
        return new Differences(workspace);
    }
}
