package io.parley.representation;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A reader that knows the elements which it is inside of: what their tags declare follows from that. */
public abstract class ElementReader extends StaxReader {

    /** The elements around the current event; at an end tag its own is still among them. */
    protected abstract OpenElements open();

    @Override
    public int getNamespaceCount() {
        inState(hasName());
        return open().declarations();
    }

    /** Null for the default namespace, as StAX has it. */
    @Override
    public @Nullable String getNamespacePrefix(int index) {
        inState(hasName());
        String prefix = open().declaredPrefix(Objects.checkIndex(index, open().declarations()));
        return prefix.isEmpty() ? null : prefix;
    }

    @Override
    public String getNamespaceURI(int index) {
        inState(hasName());
        return open().declaredNamespace(Objects.checkIndex(index, open().declarations()));
    }
}
