package io.parley.soap;

import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import javax.xml.XMLConstants;
import javax.xml.namespace.NamespaceContext;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.util.StreamReaderDelegate;
import org.jspecify.annotations.Nullable;

/**
 * Shows the events of one header block as if it stood where it is read: what is declared around it is in scope, and its
 * element does not declare that again. It is over when its element has ended. Belongs to one thread at a time.
 */
final class HeaderBlockReader extends StreamReaderDelegate implements NamespaceContext {
    private final NamespaceContext around;
    private int depth = 1;
    /** At the element itself: which of its declarations say something new. */
    private final int[] shown;

    HeaderBlockReader(XMLStreamReader block, NamespaceContext around) {
        super(block);
        this.around = around;
        this.shown = news(block, around);
    }

    private static int[] news(XMLStreamReader block, NamespaceContext around) {
        int[] shown = new int[block.getNamespaceCount()];
        int count = 0;
        for (int i = 0; i < shown.length; i++) {
            if (!orEmpty(block.getNamespaceURI(i))
                    .equals(around.getNamespaceURI(orEmpty(block.getNamespacePrefix(i))))) {
                shown[count++] = i;
            }
        }
        return Arrays.copyOf(shown, count);
    }

    @Override
    public int next() throws XMLStreamException {
        int event = super.next();
        if (event == START_ELEMENT) {
            depth++;
        } else if (event == END_ELEMENT) {
            depth--;
        }
        return event;
    }

    @Override
    public boolean hasNext() {
        return depth > 0;
    }

    private boolean isAtElement() {
        return isStartElement() && depth == 1 || isEndElement() && depth == 0;
    }

    @Override
    public int getNamespaceCount() {
        return isAtElement() ? shown.length : super.getNamespaceCount();
    }

    @Override
    public @Nullable String getNamespacePrefix(int index) {
        return super.getNamespacePrefix(isAtElement() ? shown[index] : index);
    }

    @Override
    public @Nullable String getNamespaceURI(int index) {
        return super.getNamespaceURI(isAtElement() ? shown[index] : index);
    }

    @Override
    public @Nullable String getNamespaceURI(String prefix) {
        String own = super.getNamespaceURI(prefix);
        return own == null || own.isEmpty() ? around.getNamespaceURI(prefix) : own;
    }

    @Override
    public NamespaceContext getNamespaceContext() {
        return this;
    }

    @Override
    public @Nullable String getPrefix(String uri) {
        String own = super.getNamespaceContext().getPrefix(uri);
        if (own != null) {
            return own;
        }
        String outer = around.getPrefix(uri);
        boolean hidden = outer != null && !uri.equals(getNamespaceURI(outer));
        return hidden ? null : outer;
    }

    @Override
    public Iterator<String> getPrefixes(String uri) {
        String prefix = getPrefix(uri);
        return prefix == null
                ? Collections.emptyIterator()
                : List.of(prefix).iterator();
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? XMLConstants.DEFAULT_NS_PREFIX : text;
    }
}
