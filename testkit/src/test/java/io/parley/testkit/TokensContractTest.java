package io.parley.testkit;

import io.parley.representation.Representation;
import io.parley.representation.tokens.TokensRepresentation;

class TokensContractTest implements RepresentationContract {
    @Override
    public Representation representation() {
        return new TokensRepresentation();
    }
}
