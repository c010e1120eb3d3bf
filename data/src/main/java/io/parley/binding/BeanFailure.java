package io.parley.binding;

import io.parley.ErrorCode;
import io.parley.ParleyException;

/** Turns what the application's own code throws (a getter, an adapter, a constructor) into a coded error. */
final class BeanFailure {
    private BeanFailure() {}

    static ParleyException of(String doing, Throwable failure) {
        if (failure instanceof ParleyException coded) {
            return coded;
        }
        if (failure instanceof VirtualMachineError fatal) {
            throw fatal;
        }
        return new ParleyException(
                ErrorCode.ENCODING,
                doing + ": expected it to work, found " + failure.getClass().getName(),
                failure);
    }
}
