package io.parley.testkit;

import io.parley.representation.Representation;
import io.parley.representation.bnux.Bnux;

/** Runs the representation contract on the form of bnux that other representations embed. */
class BnuxPiecesContractTest implements RepresentationContract {
    @Override
    public Representation representation() {
        return new Bnux().embedded();
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
