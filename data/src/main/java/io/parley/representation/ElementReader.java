package io.parley.representation;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Base class of readers that track their open elements, from which the namespace declarations of tags follow. */
public abstract class ElementReader extends StaxReader {

    /** Returns the elements around the current event. At an end tag its own element is still open. */
    protected abstract OpenElements open();

    @Override
    public int getNamespaceCount() {
        inState(hasName());
        return open().declarations();
    }

    /** Returns the prefix of a declaration; null for the default namespace, as StAX defines it. */
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
