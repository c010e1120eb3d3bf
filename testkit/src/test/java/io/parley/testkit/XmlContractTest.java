package io.parley.testkit;

import io.parley.representation.Representation;
import io.parley.representation.xml.XmlRepresentation;

class XmlContractTest implements RepresentationContract {
    @Override
    public Representation representation() {
        return new XmlRepresentation();
    }

    @Override
    public boolean keepsTextBoundaries() {
        return false;
    }
}
