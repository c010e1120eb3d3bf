package io.parley.testkit;

import io.parley.representation.Representation;
import io.parley.representation.bnux.Bnux;

/** The form of bnux that stands inside other representations, by itself. */
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
