package net.shibboleth.shared.xml;

/**
 * A name alone. WSS4J 4 is linked against OpenSAML 5, whose class of this name is in no repository that the build asks; the
 * tests have OpenSAML 4, where the same interface stands in another package. WSS4J asks for it to set up the decryption of
 * messages of SAML's own protocol, tells that it cannot, and goes on; it does not load where the name is unknown.
 */
public interface ParserPool {}
