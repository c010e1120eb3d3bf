package io.parley.testkit;

import io.parley.representation.Representation;
import io.parley.representation.bnux.Bnux;
import io.parley.representation.hhfr.Hhfr;

/** Runs the representation contract on hhfr without typed parts: the embedded infoset. */
class HhfrContractTest implements RepresentationContract {
    @Override
    public Representation representation() {
        return new Hhfr(new Bnux());
    }

    @Override
    public boolean keepsSections() {
        return false;
    }

    @Override
    public boolean keepsDeclarations() {
        return false;
    }
}
