package io.parley.binding;

import io.parley.ErrorCode;
import io.parley.ParleyException;

/** Converter of exceptions of application code (getters, adapters, constructors) to coded errors. */
final class BeanFailure {
    private BeanFailure() {}

    static ParleyException of(String operation, Throwable failure) {
        if (failure instanceof ParleyException coded) {
            return coded;
        }
        if (failure instanceof VirtualMachineError fatal) {
            throw fatal;
        }
        return new ParleyException(
                ErrorCode.ENCODING, operation + ": expected it to work, found that it threw an exception", failure);
    }
}
