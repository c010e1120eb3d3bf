package io.parley.representation.bnux;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.InflaterInputStream;

/** The bodies of a document's pages in hexadecimal, before deflation; read without the tested code. */
final class Bodies {
    private Bodies() {}

    static List<String> of(byte[] document) throws IOException {
        List<byte[]> bodies = new ArrayList<>();
        try (var in = new DataInputStream(new ByteArrayInputStream(document))) {
            if (in.readInt() != 0xE001DFFE) {
                throw new IOException("no magic");
            }
            boolean deflated = in.readByte() < 0;
            boolean last = false;
            while (!last) {
                if (in.readByte() != 7) {
                    throw new IOException("no page");
                }
                int size = in.readInt();
                last = size < 0;
                byte[] body = in.readNBytes(Math.abs(size));
                bodies.add(deflated ? new InflaterInputStream(new ByteArrayInputStream(body)).readAllBytes() : body);
            }
            if (in.read() >= 0) {
                throw new IOException("more than the last page");
            }
        }
        return bodies.stream().map(HexFormat.of()::formatHex).toList();
    }
}
