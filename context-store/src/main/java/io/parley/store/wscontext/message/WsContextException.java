package io.parley.store.wscontext.message;

/** Fault of WS-Context; the message says what was expected and what was found. */
public abstract sealed class WsContextException extends Exception
        permits UnknownContextException,
                InvalidContextException,
                InvalidStateException,
                ChildActivityPendingException,
                TimeoutOutOfRangeException,
                NoPermissionException,
                GeneralException {
    private final transient FaultDetail detail;

    WsContextException(String text, FaultDetail detail) {
        super(text);
        this.detail = detail;
    }

    /** Returns the detail of the fault. */
    public FaultDetail getFaultInfo() {
        return detail;
    }
}
