package io.parley.cxf.model;

import io.parley.binding.PartKey;
import java.util.ArrayList;
import java.util.List;
import org.apache.cxf.service.model.BindingInfo;
import org.apache.cxf.service.model.BindingMessageInfo;
import org.apache.cxf.service.model.BindingOperationInfo;
import org.apache.cxf.service.model.MessagePartInfo;
import org.jspecify.annotations.Nullable;

/**
 * A part that CXF's data writers are handed for the body of a message, and its name for the other side.
 *
 * @param info as CXF knows it; a part of the wrapper's operation where the parameters are wrapped
 */
record BodyPart(PartKey key, MessagePartInfo info) {
    /** The body parts of all operations of a binding; header parts are not among them. */
    static List<BodyPart> of(BindingInfo binding) {
        List<BodyPart> parts = new ArrayList<>();
        for (BindingOperationInfo operation : binding.getOperations()) {
            add(operation, PartKey.Direction.IN, operation.getInput(), parts);
            add(operation, PartKey.Direction.OUT, operation.getOutput(), parts);
        }
        return parts;
    }

    private static void add(
            BindingOperationInfo operation,
            PartKey.Direction direction,
            @Nullable BindingMessageInfo message,
            List<BodyPart> parts) {
        if (message != null) {
            int index = 0;
            for (MessagePartInfo part : message.getMessageParts()) {
                parts.add(new BodyPart(new PartKey(operation.getName(), direction, index++), part));
            }
        }
    }
}
