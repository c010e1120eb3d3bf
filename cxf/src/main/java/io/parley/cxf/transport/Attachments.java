package io.parley.cxf.transport;

import io.parley.soap.SoapAttachment;
import io.parley.soap.SoapHead;
import jakarta.activation.DataHandler;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import org.apache.cxf.attachment.AttachmentImpl;
import org.apache.cxf.message.Attachment;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;

/**
 * Converts between the attachments of a CXF message and those of a message on a session (docs/protocol/framing.md 5.5).
 */
final class Attachments {
    private static final String CONTENT_TYPE = "Content-Type";
    private static final String CONTENT_DISPOSITION = "Content-Disposition";

    private Attachments() {}

    /** Returns the attachments of an outgoing message, after its interceptors have run. */
    public static List<SoapAttachment> of(Message message) {
        Collection<Attachment> all = message.getAttachments();
        if (all == null || all.isEmpty()) {
            return List.of();
        }
        List<SoapAttachment> attachments = new ArrayList<>(all.size());
        for (Attachment each : all) {
            DataHandler handler = each.getDataHandler();
            attachments.add(new SoapAttachment(
                    each.getId() == null ? "" : each.getId(), headers(each), handler::getInputStream));
        }
        return attachments;
    }

    /**
     * Disables MTOM for a message that is about to be marshalled: on a session, XOP attachments would only be another
     * encoding of the body. If CXF would have used MTOM, interceptors find an empty list of attachments.
     */
    public static void disableMtom(Message message) {
        if (message.getAttachments() == null
                && MessageUtils.getContextualBoolean(message, Message.MTOM_ENABLED, false)) {
            message.setAttachments(new ArrayList<>());
        }
        message.put(Message.MTOM_ENABLED, false);
    }

    /** Returns the headers as CXF would write them, except those for the transfer of bytes. */
    private static List<SoapHead.Header> headers(Attachment attachment) {
        List<SoapHead.Header> headers = new ArrayList<>();
        DataHandler handler = attachment.getDataHandler();
        String type = handler.getContentType();
        headers.add(new SoapHead.Header(CONTENT_TYPE, type == null ? "application/octet-stream" : type));
        boolean named = false;
        Iterator<String> names = attachment.getHeaderNames();
        while (names.hasNext()) {
            String name = names.next();
            named |= name.equalsIgnoreCase(CONTENT_DISPOSITION);
            if (!isOurs(name)) {
                headers.add(new SoapHead.Header(name, attachment.getHeader(name)));
            }
        }
        if (!named && handler.getName() != null && !handler.getName().isEmpty()) {
            headers.add(new SoapHead.Header(CONTENT_DISPOSITION, "attachment;name=\"" + handler.getName() + "\""));
        }
        return headers;
    }

    private static boolean isOurs(String name) {
        return name.equalsIgnoreCase(CONTENT_TYPE)
                || name.equalsIgnoreCase("Content-ID")
                || name.equalsIgnoreCase("Content-Length")
                || name.equalsIgnoreCase("Content-Transfer-Encoding");
    }

    /** Sets the attachments of a received message where CXF's own interceptor would set them. */
    public static void apply(SoapHead head, Message in) {
        List<Attachment> attachments = new ArrayList<>(head.attachments().size());
        for (SoapAttachment each : head.attachments()) {
            AttachmentImpl attachment = new AttachmentImpl(each.id(), new DataHandler(new AttachedSource(each)));
            each.headers().forEach(header -> attachment.setHeader(header.name(), header.value()));
            attachments.add(attachment);
        }
        in.setAttachments(attachments);
    }

    /** Keeps attachments from side streams readable after their message is closed. */
    public static void keep(SoapHead head) {
        for (int i = 0; i < head.attachments().size(); i++) {
            head.attachments().get(i).content().keep();
        }
    }
}
