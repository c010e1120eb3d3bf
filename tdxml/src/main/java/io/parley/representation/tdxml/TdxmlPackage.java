package io.parley.representation.tdxml;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.representation.SentBinary;
import io.parley.representation.Sink;
import io.parley.representation.Source;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;

/**
 * Documents with their binaries as raw bytes instead of Base64: one MIME entity, {@code multipart/related}, in the
 * arrangement of XOP (R21; docs/reference/tdxml.md, "Packages"). A package is held in memory completely while it is
 * written or read. Thread-safe.
 */
public final class TdxmlPackage {
    private static final String START = "table@parley";
    private static final String LINE = "\r\n";

    private final TdxmlDocument documents;

    /** Creates a package format with the given reader and writer of documents. */
    public TdxmlPackage(TdxmlDocument documents) {
        this.documents = documents;
    }

    /**
     * Writes an element with its schema. Values of the type {@code OctetString} in canonical Base64 of more than 4,096
     * bytes become parts of their own.
     *
     * @param schema of the element
     * @param in positioned at the start of one of the schema's root elements; afterwards at its end
     * @param sink owned by the caller, who finishes or discards it
     * @throws ParleyException as {@link TdxmlDocument#write}
     * @throws XMLStreamException if the element cannot be read
     */
    public void write(DataSchema schema, XMLStreamReader in, Sink sink) throws XMLStreamException {
        Written parts = new Written();
        byte[] table = table(schema, in, parts);
        String boundary = boundary(table, parts.contents);
        head(boundary, sink);
        part(boundary, "application/tdxml; charset=UTF-8", "8bit", START, table, sink);
        for (int i = 0; i < parts.contents.size(); i++) {
            byte[] content = parts.contents.get(i);
            part(boundary, "application/octet-stream", "binary", Written.id(i), content, sink);
        }
        ascii("--" + boundary + "--" + LINE, sink);
    }

    /**
     * Reads a package to the end of a source, and writes its elements as XML.
     *
     * @param source owned by the caller, who closes it
     * @param out receives the root elements
     * @throws ParleyException {@code MALFORMED_MESSAGE} if it is not a package, or if a part to which the table refers
     *     is missing, duplicated or referred to twice; otherwise as {@link TdxmlDocument#read}
     * @throws XMLStreamException if the XML cannot be written
     */
    public void read(Source source, XMLStreamWriter out) throws XMLStreamException {
        MimeParts parts = MimeParts.read(source);
        ByteBuf table = parts.start();
        try (Source inner = Source.of(table, source.limits())) {
            documents.read(inner, out, parts);
        }
    }

    private byte[] table(DataSchema schema, XMLStreamReader in, BinaryParts parts) throws XMLStreamException {
        ByteBuf whole = Unpooled.buffer();
        Sink sink = new Sink(UnpooledByteBufAllocator.DEFAULT, 4096, (chunk, last) -> {
            whole.writeBytes(chunk);
            chunk.release();
        });
        try {
            documents.write(schema, in, sink, parts);
            sink.finish();
            byte[] bytes = new byte[whole.readableBytes()];
            whole.readBytes(bytes);
            return bytes;
        } finally {
            sink.discard();
            whole.release();
        }
    }

    /**
     * Returns the boundary, a digest of the content, so that equal documents have equal bytes and no content can
     * contain its own boundary.
     */
    private static String boundary(byte[] table, List<byte[]> contents) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(table);
            contents.forEach(digest::update);
            return HexFormat.of().formatHex(digest.digest(), 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new ParleyException(ErrorCode.INTERNAL, "every Java has SHA-256", e);
        }
    }

    private static void head(String boundary, Sink sink) {
        ascii("MIME-Version: 1.0" + LINE, sink);
        ascii("Content-Type: multipart/related; boundary=" + boundary, sink);
        ascii("; type=\"application/tdxml\"; start=\"<" + START + ">\"" + LINE + LINE, sink);
    }

    private static void part(String boundary, String type, String encoding, String id, byte[] content, Sink sink) {
        ascii("--" + boundary + LINE + "Content-Type: " + type + LINE, sink);
        ascii("Content-Transfer-Encoding: " + encoding + LINE, sink);
        ascii("Content-ID: <" + id + ">" + LINE + LINE, sink);
        sink.writeBytes(content, 0, content.length);
        ascii(LINE, sink);
    }

    private static void ascii(String text, Sink sink) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        sink.writeBytes(bytes, 0, bytes.length);
    }

    /** Binary parts of a package being written. */
    private static final class Written implements BinaryParts {
        private final List<byte[]> contents = new ArrayList<>();

        static String id(int index) {
            return index + "@parley";
        }

        @Override
        public Optional<String> put(String base64) {
            if (base64.length() <= SentBinary.INLINE_BYTES / 3 * 4 + 4) {
                return Optional.empty();
            }
            byte[] content;
            try {
                content = Base64.getDecoder().decode(base64);
            } catch (IllegalArgumentException e) {
                return Optional.empty(); // Not canonical Base64: the text must be preserved.
            }
            if (!Base64.getEncoder().encodeToString(content).equals(base64)) {
                return Optional.empty();
            }
            contents.add(content);
            return Optional.of("cid:" + id(contents.size() - 1));
        }

        @Override
        public Optional<byte[]> take(String value, String where) {
            return Optional.empty();
        }
    }
}
