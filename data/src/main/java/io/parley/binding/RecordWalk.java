package io.parley.binding;

import javax.xml.stream.XMLStreamException;

/**
 * Walk over the members of one class in the order of one layout. Fields that are their own content are passed as they
 * are, all else is left to the interpreter. Public only because generated subclasses live in the packages of beans.
 * Thread-safe.
 */
public abstract class RecordWalk {
    protected RecordWalk() {}

    /** Hands over what an owner holds. */
    public abstract void write(Object owner, MemberSink out) throws XMLStreamException;

    /** Fills an owner with what has come. */
    public abstract void read(Object owner, MemberSource in) throws XMLStreamException;
}
