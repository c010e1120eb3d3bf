package io.parley.soap;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.ParleyException;
import io.parley.representation.SentBinary;
import io.parley.representation.SideSink;
import io.parley.representation.Sink;
import io.parley.representation.Source;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;

/** Codec of the attachments of a message, at the end of its head (docs/protocol/framing.md, 5.5). */
final class SoapAttachments {
    /** Greatest number of attachments of one message; fixed by the protocol. */
    static final int MAX_ATTACHMENTS = 1024;

    private static final String WHERE = "head, attachments";

    private SoapAttachments() {}

    static void write(List<SoapAttachment> attachments, Sink sink) {
        for (int i = 0; i < attachments.size(); i++) {
            SoapAttachment each = attachments.get(i);
            if (i >= MAX_ATTACHMENTS || !SoapHead.fits(each.id()) || !SoapHead.fits(each.headers())) {
                throw new ParleyException(
                        ErrorCode.ENCODING,
                        "attachments of the message: expected at most " + MAX_ATTACHMENTS + ", each with at most "
                                + SoapHead.MAX_HEADERS + " headers, tokens as names, texts of at most "
                                + SoapHead.MAX_TEXT + " bytes without control characters; send the call by SOAP");
            }
        }
        sink.writeVarint(attachments.size());
        for (int i = 0; i < attachments.size(); i++) {
            write(attachments.get(i), "attachment " + i, sink);
        }
    }

    private static void write(SoapAttachment attachment, String path, Sink sink) {
        sink.writeString(attachment.id());
        sink.writeVarint(attachment.headers().size());
        for (SoapHead.Header header : attachment.headers()) {
            sink.writeString(header.name());
            sink.writeString(header.value());
        }
        SentBinary.write(attachment.content()::open, sink, path, new LocatedContent(sink));
    }

    /** Form that writes the location of the content before it. */
    private record LocatedContent(Sink sink) implements SentBinary.Form {
        @Override
        public void inline(byte[] content) {
            sink.writeVarint(0);
            sink.writeVarint(content.length);
            sink.writeBytes(content, 0, content.length);
        }

        @Override
        public void beside(int number) {
            sink.writeVarint(number + 1L);
        }
    }

    static List<SoapAttachment> read(Source source) {
        int count = source.readCount(4, WHERE);
        if (count == 0) {
            throw ParleyException.malformed("at least one attachment", "none", source.at(WHERE));
        }
        if (count > MAX_ATTACHMENTS) {
            throw SoapHead.tooMany("attachments", MAX_ATTACHMENTS, count, source);
        }
        List<SoapAttachment> attachments = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            attachments.add(readOne(source));
        }
        return attachments;
    }

    private static SoapAttachment readOne(Source source) {
        String id = SoapHead.readText(source, WHERE);
        if (!SoapHead.isClean(id)) {
            throw ParleyException.malformed("no control characters", "some", source.at(WHERE));
        }
        List<SoapHead.Header> headers = SoapHead.readHeaders(source.readCount(2, WHERE), source);
        long location = source.readVarint();
        if (location != 0) {
            int number = location < 0 || location > Integer.MAX_VALUE ? SideSink.INLINE : (int) (location - 1);
            return new SoapAttachment(id, headers, new SideStreamAttachment(source.sides(), number));
        }
        byte[] bytes = new byte[source.readLength(Limit.STRING_BYTES, WHERE)];
        source.readBytes(bytes, 0, bytes.length);
        return new SoapAttachment(id, headers, () -> new ByteArrayInputStream(bytes));
    }
}
