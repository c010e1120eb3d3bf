package io.parley.runtime;

import io.parley.binding.PartKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One operation of a contract.
 *
 * @param out null if it has no response
 */
record Operation(String name, ContractElement in, @Nullable ContractElement out) {
    List<ContractElement> elements() {
        return out == null ? List.of(in) : List.of(in, out);
    }

    ContractElement element(PartKey.Direction direction) {
        ContractElement element = direction == PartKey.Direction.IN ? in : out;
        if (element == null) {
            throw new IllegalArgumentException("the operation " + name + " has no response");
        }
        return element;
    }
}
