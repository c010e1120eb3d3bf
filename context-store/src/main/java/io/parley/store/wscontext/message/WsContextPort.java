package io.parley.store.wscontext.message;

import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;
import jakarta.xml.bind.annotation.XmlSeeAlso;
import org.jspecify.annotations.Nullable;

/** Context service and context manager of WS-Context, at one address. Operations apply to the context in the header. */
@WebService(name = "WsContextPortType", targetNamespace = WsContextNames.NAMESPACE)
@SOAPBinding(parameterStyle = SOAPBinding.ParameterStyle.BARE)
@XmlSeeAlso({WsContext.class, Participants.class, ContentsVersion.class, BinaryContents.class})
public interface WsContextPort {

    /**
     * Creates a context; the one in the header, if present, becomes its parent.
     *
     * @return the new context, by reference
     */
    @WebMethod(action = WsContextNames.NAMESPACE + "/begin")
    @WebResult(name = "begun", targetNamespace = WsContextNames.NAMESPACE, partName = "begun")
    ContextMessage begin(
            @WebParam(name = "context", targetNamespace = WsContextNames.NAMESPACE, partName = "context", header = true)
                    @Nullable
                    WsContext context,
            @WebParam(name = "begin", targetNamespace = WsContextNames.NAMESPACE, partName = "begin")
                    BeginRequest request)
            throws UnknownContextException, InvalidContextException, InvalidStateException, TimeoutOutOfRangeException,
                    NoPermissionException, GeneralException;

    /** Completes and removes the context. Only its owner may, and not while it has active children. */
    @WebMethod(action = WsContextNames.NAMESPACE + "/complete")
    @WebResult(name = "completed", targetNamespace = WsContextNames.NAMESPACE, partName = "completed")
    Completion complete(
            @WebParam(name = "context", targetNamespace = WsContextNames.NAMESPACE, partName = "context", header = true)
                    @Nullable
                    WsContext context,
            @WebParam(name = "complete", targetNamespace = WsContextNames.NAMESPACE, partName = "complete")
                    Completion request)
            throws UnknownContextException, InvalidContextException, InvalidStateException,
                    ChildActivityPendingException, NoPermissionException, GeneralException;

    /** Returns the status of the context. */
    @WebMethod(action = WsContextNames.NAMESPACE + "/getStatus")
    @WebResult(name = "status", targetNamespace = WsContextNames.NAMESPACE, partName = "status")
    ActivityStatus getStatus(
            @WebParam(name = "context", targetNamespace = WsContextNames.NAMESPACE, partName = "context", header = true)
                    @Nullable
                    WsContext context,
            @WebParam(name = "getStatus", targetNamespace = WsContextNames.NAMESPACE, partName = "getStatus")
                    Signal request)
            throws UnknownContextException, InvalidContextException, NoPermissionException, GeneralException;

    /**
     * Sets the remaining lifetime of the context in seconds. Only its owner may, and not beyond the lifetime of its
     * parent.
     */
    @WebMethod(action = WsContextNames.NAMESPACE + "/setTimeout")
    @WebResult(name = "timeoutSet", targetNamespace = WsContextNames.NAMESPACE, partName = "timeoutSet")
    Signal setTimeout(
            @WebParam(name = "context", targetNamespace = WsContextNames.NAMESPACE, partName = "context", header = true)
                    @Nullable
                    WsContext context,
            @WebParam(name = "setTimeout", targetNamespace = WsContextNames.NAMESPACE, partName = "setTimeout")
                    long seconds)
            throws UnknownContextException, InvalidContextException, TimeoutOutOfRangeException, NoPermissionException,
                    GeneralException;

    /** Returns the remaining lifetime of the context in seconds, rounded up. */
    @WebMethod(action = WsContextNames.NAMESPACE + "/getTimeout")
    @WebResult(name = "timeout", targetNamespace = WsContextNames.NAMESPACE, partName = "timeout")
    long getTimeout(
            @WebParam(name = "context", targetNamespace = WsContextNames.NAMESPACE, partName = "context", header = true)
                    @Nullable
                    WsContext context,
            @WebParam(name = "getTimeout", targetNamespace = WsContextNames.NAMESPACE, partName = "getTimeout")
                    Signal request)
            throws UnknownContextException, InvalidContextException, NoPermissionException, GeneralException;

    /** Returns the context by value. */
    @WebMethod(action = WsContextNames.NAMESPACE + "/getContents")
    @WebResult(name = "contents", targetNamespace = WsContextNames.NAMESPACE, partName = "contents")
    ContextMessage getContents(
            @WebParam(name = "context", targetNamespace = WsContextNames.NAMESPACE, partName = "context", header = true)
                    @Nullable
                    WsContext context,
            @WebParam(name = "getContents", targetNamespace = WsContextNames.NAMESPACE, partName = "getContents")
                    Signal request)
            throws UnknownContextException, InvalidContextException, NoPermissionException, GeneralException;

    /**
     * Replaces all contents of the context, which is in the header or the body. If the new contents include a {@link
     * ContentsVersion}, they replace only contents of that version.
     */
    @WebMethod(action = WsContextNames.NAMESPACE + "/setContents")
    @WebResult(name = "contentsSet", targetNamespace = WsContextNames.NAMESPACE, partName = "contentsSet")
    Signal setContents(
            @WebParam(name = "context", targetNamespace = WsContextNames.NAMESPACE, partName = "context", header = true)
                    @Nullable
                    WsContext context,
            @WebParam(name = "setContents", targetNamespace = WsContextNames.NAMESPACE, partName = "setContents")
                    ContextMessage request)
            throws UnknownContextException, InvalidContextException, InvalidStateException, NoPermissionException,
                    GeneralException;
}
