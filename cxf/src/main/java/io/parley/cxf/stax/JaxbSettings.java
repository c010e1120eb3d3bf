package io.parley.cxf.stax;

import java.util.List;
import org.apache.cxf.jaxb.JAXBDataBinding;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;

/** JAXB settings of a message that only JAXB itself supports. */
final class JaxbSettings {
    private static final List<String> HANDLERS = List.of(
            JAXBDataBinding.VALIDATION_EVENT_HANDLER,
            JAXBDataBinding.READER_VALIDATION_EVENT_HANDLER,
            JAXBDataBinding.WRITER_VALIDATION_EVENT_HANDLER);

    private JaxbSettings() {}

    /**
     * Returns whether a part of this message must be handled by JAXB, because the application observes validation
     * events or wants JAXBElement wrappers.
     */
    static boolean needJaxb(Message message) {
        for (int i = 0; i < HANDLERS.size(); i++) {
            if (message.getContextualProperty(HANDLERS.get(i)) != null) {
                return true;
            }
        }
        return !MessageUtils.getContextualBoolean(message, JAXBDataBinding.UNWRAP_JAXB_ELEMENT, true);
    }
}
