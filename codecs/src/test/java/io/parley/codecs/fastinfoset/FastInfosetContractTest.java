package io.parley.codecs.fastinfoset;

import io.parley.representation.Representation;
import io.parley.testkit.RepresentationContract;

class FastInfosetContractTest implements RepresentationContract {
    @Override
    public Representation representation() {
        return new FastInfoset();
    }
}
