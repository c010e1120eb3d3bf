package io.parley.representation.bnux;

import io.parley.representation.ObjectPool;
import io.parley.representation.Sink;
import javax.xml.stream.XMLStreamException;

/**
 * Writer that collects events into pages, and writes the pending part of a page whenever another encoder writes to the
 * same message.
 */
final class PieceWriter extends BnuxWriter {
    private boolean opens = true;
    private boolean embedded;

    PieceWriter(Sink sink, ObjectPool<PageBuilder> pool) {
        super(sink, pool);
    }

    @Override
    public void pause() throws XMLStreamException {
        complete();
        writePiece(Format.OTHERS_FOLLOW);
        embedded |= depth() == 0;
    }

    /**
     * Returns whether other content was embedded outside the root, so that the events there need not form a document.
     */
    @Override
    boolean isLoose() {
        return embedded;
    }

    @Override
    void writePage(boolean last) {
        writePiece(last ? Format.NOTHING_FOLLOWS : Format.MORE_FOLLOWS);
    }

    private void writePiece(int following) {
        page().writePiece(sink(), following | (opens ? Format.OPENS_PAGE : 0));
        opens = following != Format.OTHERS_FOLLOW || page().isFull();
        if (opens) {
            page().clear();
        }
    }
}
