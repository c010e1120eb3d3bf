package io.parley.store.wscontext;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.store.wscontext.message.ChildActivityPendingException;
import io.parley.store.wscontext.message.FaultDetail;
import io.parley.store.wscontext.message.GeneralException;
import io.parley.store.wscontext.message.InvalidContextException;
import io.parley.store.wscontext.message.InvalidStateException;
import io.parley.store.wscontext.message.NoPermissionException;
import io.parley.store.wscontext.message.TimeoutOutOfRangeException;
import io.parley.store.wscontext.message.UnknownContextException;
import java.util.function.BiFunction;

/** Creates the faults of the standard, each with Parley's code in its detail. */
final class Faults {
    private Faults() {}

    /** Creates the refusal with the same text whether the context exists or not. */
    static UnknownContextException unknownContext() {
        return refused("expected an active context that the caller may use, found none", UnknownContextException::new);
    }

    static InvalidContextException invalidContext(String text) {
        return refused(text, InvalidContextException::new);
    }

    static NoPermissionException noPermission(String text) {
        return refused(text, NoPermissionException::new);
    }

    static InvalidStateException invalidState(String text) {
        return refused(text, InvalidStateException::new);
    }

    static ChildActivityPendingException childPending(int children) {
        return refused(
                "expected a context without active children, found " + children + "; complete them first",
                ChildActivityPendingException::new);
    }

    static TimeoutOutOfRangeException timeout(String text) {
        return new TimeoutOutOfRangeException(text, FaultDetail.of(ErrorCode.LIMIT.name(), text));
    }

    /** Creates the fault for errors without a specific fault. */
    static GeneralException general(ParleyException cause) {
        return general(cause.code(), cause.text());
    }

    static GeneralException general(ErrorCode code, String text) {
        return new GeneralException(text, FaultDetail.of(code.name(), text));
    }

    private static <F> F refused(String text, BiFunction<String, FaultDetail, F> fault) {
        return fault.apply(text, FaultDetail.of(ErrorCode.CONTEXT_REFUSED.name(), text));
    }
}
