package io.parley.testkit;

import io.parley.representation.Representation;
import io.parley.representation.bnux.Bnux;

class BnuxContractTest implements RepresentationContract {
    @Override
    public Representation representation() {
        return new Bnux();
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
