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
 * Documents with their binaries beside them, as bytes and not as Base64: one entity of MIME, {@code multipart/related},
 * arranged as XOP has it (R21; docs/reference/tdxml.md, "Packages"). The whole of a package is in memory while it is
 * written or read. Thread-safe.
 */
public final class TdxmlPackage {
    private static final String START = "table@parley";
    private static final String LINE = "\r\n";

    private final TdxmlDocument documents;

    /** Creates a package format with that reader and writer of documents. */
    public TdxmlPackage(TdxmlDocument documents) {
        this.documents = documents;
    }

    /**
     * Writes an element with its schema. Values of the type {@code OctetString} that are canonical Base64 of more than 4,096
     * bytes become parts of their own.
     *
     * @param in at the start of one of the schema's top elements; left at its end
     * @param sink stays the caller's to finish or discard
     * @throws ParleyException as {@link TdxmlDocument#write}
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
     * Reads a package, the whole of a source, and writes its elements as XML.
     *
     * @param source stays the caller's to close
     * @throws ParleyException {@code MALFORMED_MESSAGE} if it is none, if a part that the table refers to is missing, is
     *     there twice or is referred to twice; otherwise as {@link TdxmlDocument#read}
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

    /** Follows from the content, so that equal documents are equal bytes and no content can hold its own boundary. */
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

    /** The parts of a package that is written. */
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
                return Optional.empty(); // Blanks or no Base64 at all: what it says must come back as it stands.
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
