package io.parley.representation.bnux;

import io.parley.representation.Shelf;
import io.parley.representation.Sink;
import javax.xml.stream.XMLStreamException;

/** Collects events into pages, and writes what there is of a page whenever somebody else writes to the same message. */
final class PieceWriter extends BnuxWriter {
    private boolean opens = true;
    private boolean embedded;

    PieceWriter(Sink sink, Shelf<PageBuilder> shelf) {
        super(sink, shelf);
    }

    @Override
    public void pause() throws XMLStreamException {
        complete();
        writePiece(Format.OTHERS_FOLLOW);
        embedded |= depth() == 0;
    }

    /** Returns whether other content stood outside the root: then events there need not form a document. */
    @Override
    boolean isLoose() {
        return embedded;
    }

    @Override
    void writePage(boolean last) {
        writePiece(last ? Format.NOTHING_FOLLOWS : Format.MORE_FOLLOWS);
    }

    private void writePiece(int behind) {
        page().writePiece(sink(), behind | (opens ? Format.OPENS_PAGE : 0));
        opens = behind != Format.OTHERS_FOLLOW || page().isFull();
        if (opens) {
            page().clear();
        }
    }
}
