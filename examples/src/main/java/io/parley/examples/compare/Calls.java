package io.parley.examples.compare;

import java.util.List;
import java.util.Optional;
import javax.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;

/** Calls of one operation that are made by each transport, and access to their service. Confined to one thread. */
interface Calls {
    /** Returns the number of calls by each transport. */
    int number();

    /** Returns the XML of each part of a call's request. */
    List<String> request(int call);

    /** Prepares the service for a call, which is then made by one transport. */
    void begin(int call);

    /**
     * Returns the arguments that the service received in the last call; empty if unknown or if the call never arrived.
     */
    Optional<List<@Nullable Object>> received() throws InterruptedException;

    /** Returns the first difference between two lists of received arguments. */
    Optional<Difference> difference(List<@Nullable Object> bySoap, List<@Nullable Object> found)
            throws XMLStreamException;

    /** Returns the numbers of body parts that the service wrote typed and as infoset; zeros if unknown. */
    long[] written();
}
