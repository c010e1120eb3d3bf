package io.parley.examples.compare;

import java.util.List;
import java.util.Optional;
import javax.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;

/** Calls of one operation that are made by each way: what they carry, and what is known of their service. Used by one thread. */
interface Calls {
    /** Returns their number by each way. */
    int number();

    /** Returns the XML of each part of a call's request. */
    List<String> request(int call);

    /** Begins a call, which is made by one way. */
    void begin(int call);

    /** Returns what the service received of the call that was begun last; empty if it is not known, or never came. */
    Optional<List<@Nullable Object>> received() throws InterruptedException;

    /** Returns where what the service received differs. */
    Optional<Difference> difference(List<@Nullable Object> bySoap, List<@Nullable Object> found)
            throws XMLStreamException;

    /** Returns the numbers of body parts that the service wrote typed, and as infoset; zeros if it is not known. */
    long[] written();
}
