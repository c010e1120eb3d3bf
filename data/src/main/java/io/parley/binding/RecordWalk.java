package io.parley.binding;

import javax.xml.stream.XMLStreamException;

/**
 * Generated code that passes the members of one class in the order of one layout. Fields without a conversion are
 * accessed directly; all other members are left to the interpreter. Public only because generated subclasses are in the
 * packages of beans. Thread-safe.
 */
public abstract class RecordWalk {
    protected RecordWalk() {}

    /** Writes the members of an owner. */
    public abstract void write(Object owner, MemberSink out) throws XMLStreamException;

    /** Reads the members of an owner. */
    public abstract void read(Object owner, MemberSource in) throws XMLStreamException;
}
