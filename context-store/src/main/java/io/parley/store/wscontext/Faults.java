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

/** The faults of the standard, each with Parley's code beside it. */
final class Faults {
    private Faults() {}

    /** Creates the refusal with one text, whether there is such a context or not. */
    static UnknownContextException unknownContext() {
        return refused(
                "expected a context that is not over and that the caller may use, found none",
                UnknownContextException::new);
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
                "expected a context without children that go on, found " + children + "; complete them first",
                ChildActivityPendingException::new);
    }

    static TimeoutOutOfRangeException timeout(String text) {
        return new TimeoutOutOfRangeException(text, FaultDetail.of(ErrorCode.LIMIT.name(), text));
    }

    /** Whatever has no fault of its own. */
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
