package io.parley.store.wscontext.message;

/**
 * Names shared by several classes; all of them are defined in {@code wsctx.xsd}, {@code wsctx.wsdl} and {@code
 * parley-context.xsd}.
 */
public final class WsContextNames {
    /** Namespace of all elements of WS-Context; the action of an operation is this, a slash and its name. */
    public static final String NAMESPACE = "http://docs.oasis-open.org/ws-caf/2005/10/wsctx";
    /** Namespace of Parley's extensions. */
    public static final String PARLEY = "urn:parley:1:context";

    public static final String ADDRESSING = "http://www.w3.org/2005/08/addressing";

    private WsContextNames() {}
}
