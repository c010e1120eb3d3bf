package io.parley.representation.hhfr;

import io.parley.ParleyException;
import io.parley.binding.Parts;
import io.parley.representation.ContentReader;
import io.parley.representation.Representation;
import io.parley.representation.Source;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/** The infoset runs of one message. One reader, which is created for the first run, reads all of them. */
final class InfosetRuns implements Runs.In {
    private final Source source;
    private final Representation infosets;
    private @Nullable ContentReader infoset;
    private @Nullable RunReader run;

    InfosetRuns(Source source, Representation infosets) {
        this.source = source;
        this.infosets = infosets;
    }

    /** Returns the reader of all runs; null if there were none. */
    @Nullable
    ContentReader reader() {
        return infoset;
    }

    /** Returns the reader, resumed for the next run. */
    ContentReader resumed() throws XMLStreamException {
        ContentReader events = infoset;
        if (events == null) {
            events = infosets.newReader(source, Parts.none());
            infoset = events;
        } else {
            events.resume();
        }
        return events;
    }

    @Override
    public XMLStreamReader begin(String path) throws XMLStreamException {
        ContentReader events = resumed();
        if (events.isPaused() || events.next() != XMLStreamReader.START_ELEMENT) {
            throw ParleyException.malformed("an element in the infoset run", "something else", source.at(path));
        }
        run = new RunReader(events);
        return run;
    }

    @Override
    public void end(String path) throws XMLStreamException {
        if (run != null) {
            run.finish();
            run = null;
        }
        if (infoset == null || !infoset.isPaused()) {
            throw ParleyException.malformed("the end of the infoset run", "more events", source.at(path));
        }
    }

    /** Closes the reader at the end of the message. */
    void close() throws XMLStreamException {
        if (infoset != null) {
            infoset.close();
        }
    }
}
