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
 * A body part as CXF passes it to data writers, with its key for the peer.
 *
 * @param info CXF's model of the part; that of the unwrapped operation if parameters are wrapped
 */
record BodyPart(PartKey key, MessagePartInfo info) {
    /** Returns the body parts of all operations of a binding, without header parts. */
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
