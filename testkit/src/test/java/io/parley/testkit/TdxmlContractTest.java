package io.parley.testkit;

import io.parley.representation.Representation;
import io.parley.representation.tdxml.Tdxml;
import io.parley.representation.xml.XmlRepresentation;

/** Runs the representation contract on tdxml without typed parts: XML as text. */
class TdxmlContractTest implements RepresentationContract {
    @Override
    public Representation representation() {
        return new Tdxml(new XmlRepresentation());
    }

    @Override
    public boolean keepsTextBoundaries() {
        return false;
    }
}
