package io.parley.examples.compare;

import java.util.List;

/** What a comparison found, in the order of ports and operations. */
public record ComparisonReport(long seed, List<OperationResult> operations) {
    public ComparisonReport {
        operations = List.copyOf(operations);
    }

    /** Whether all operations were compared and equal. */
    public boolean allEqual() {
        return operations.stream().allMatch(OperationResult::equal);
    }
}
