package io.parley.session;

import io.netty.buffer.ByteBufAllocator;
import io.parley.ErrorCode;
import io.parley.Limit;

/** Memory for received content: the declared length of a message is reserved before any of it is buffered. */
final class ReceivingMemory {
    private final long mostMessage;
    private final Budget budget;
    private final ByteBufAllocator allocator;
    private final StreamEnds ends;

    ReceivingMemory(AgreedLimits limits, SessionSettings settings, StreamEnds ends) {
        this.mostMessage = limits.messageBytes();
        this.budget = settings.receivingBudget().part(limits.get(Limit.SESSION_BYTES));
        this.allocator = settings.allocator();
        this.ends = ends;
    }

    /** Returns the session's part of the process's budget. */
    Budget budget() {
        return budget;
    }

    ByteBufAllocator allocator() {
        return allocator;
    }

    /**
     * Reserves memory for a message, or aborts it.
     *
     * @param declared length of the message in bytes
     * @param more bytes that are not reserved yet
     * @return false if it was aborted
     */
    boolean reserve(Stream stream, long declared, long more) {
        if (declared < 0 || declared > mostMessage) {
            String found = declared < 0 ? "more than 2^63" : Long.toString(declared);
            ends.abort(
                    stream,
                    ErrorCode.LIMIT,
                    "message on " + stream + ": expected at most " + mostMessage + " bytes, found " + found
                            + " declared; the setting is " + Limit.MESSAGE_BYTES.setting());
            return false;
        }
        if (!budget.tryReserve(more)) {
            ends.abort(
                    stream, ErrorCode.BUDGET, "message on " + stream + ": " + declared + " bytes declared, " + taken());
            return false;
        }
        return true;
    }

    /** Reserves the window of a side stream, or aborts it and returns false. */
    boolean reserve(Stream stream, IncomingSide side, long window) {
        if (!budget.tryReserve(window)) {
            ends.abort(stream, ErrorCode.BUDGET, side + ": a window of " + window + " bytes, " + taken());
            return false;
        }
        return true;
    }

    private String taken() {
        return "reserved by this session are " + budget + "; the settings are " + Limit.SESSION_BYTES.setting()
                + " and " + Limit.TOTAL_BYTES.setting();
    }
}
