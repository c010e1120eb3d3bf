package io.parley.testkit;

import io.parley.representation.Representation;
import io.parley.representation.hhfr.Hhfr;
import io.parley.representation.tokens.TokensRepresentation;

/** A message of hhfr without a typed part is the infoset that it embeds. */
class HhfrContractTest implements RepresentationContract {
    @Override
    public Representation representation() {
        return new Hhfr(new TokensRepresentation());
    }
}
