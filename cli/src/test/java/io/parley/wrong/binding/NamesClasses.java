package io.parley.wrong.binding;

import io.parley.ErrorCode;
import io.parley.ParleyException;

/** Sends peers the name of a class. */
final class NamesClasses {
    private NamesClasses() {}

    static ParleyException unexpected(Object value) {
        return new ParleyException(
                ErrorCode.ENCODING, "found " + value.getClass().getName());
    }
}
