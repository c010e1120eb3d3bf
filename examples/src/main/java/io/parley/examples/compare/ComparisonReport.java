package io.parley.examples.compare;

import java.util.List;

/** Result of a comparison, in order of ports and operations. */
public record ComparisonReport(long seed, List<OperationResult> operations) {
    public ComparisonReport {
        operations = List.copyOf(operations);
    }

    /** Returns whether all operations were compared and equal. */
    public boolean allEqual() {
        return operations.stream().allMatch(OperationResult::equal);
    }
}
