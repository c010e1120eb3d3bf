package io.parley.codecs.exi;

import io.parley.representation.Representation;
import io.parley.testkit.RepresentationContract;

class ExiContractTest implements RepresentationContract {
    @Override
    public Representation representation() {
        return new Exi();
    }

    @Override
    public boolean keepsTextBoundaries() {
        return false;
    }

    @Override
    public boolean keepsSections() {
        return false;
    }
}
