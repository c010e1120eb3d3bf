package io.parley.store.jdbc;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import java.sql.SQLException;

/** Maps database failures to Parley's errors; details, which might contain values, are kept in the cause only. */
final class Failures {
    private Failures() {}

    static ParleyException unavailable(Dialect dialect, String what, SQLException failure) {
        return new ParleyException(
                ErrorCode.CONTEXT_UNAVAILABLE,
                dialect.place() + ": expected " + what + ", found SQL state " + failure.getSQLState() + ", code "
                        + failure.getErrorCode() + "; nothing was changed; " + dialect.advice(failure),
                failure);
    }

    static ParleyException closed(Dialect dialect) {
        return new ParleyException(ErrorCode.CONTEXT_UNAVAILABLE, dialect.place() + ": it was closed");
    }
}
