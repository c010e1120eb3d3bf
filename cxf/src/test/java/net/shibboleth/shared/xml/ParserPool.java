package net.shibboleth.shared.xml;

/**
 * An empty type that supplies a name. WSS4J 4 is linked against OpenSAML 5, whose class of this name is in no
 * repository that the build uses; the tests have OpenSAML 4, where the same interface is in another package. WSS4J uses
 * it to set up the decryption of messages of SAML's own protocol, logs that it cannot, and continues; it does not load
 * if the name is missing.
 */
public interface ParserPool {}
