package io.parley.testkit.contract;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Generates random service contracts, and contracts of clients that differ from the service's. Seeded. */
public final class ContractGenerator {
    private static final List<String> NAMES =
            List.of("abort", "begin", "close", "delete", "end", "find", "give", "hold");
    private static final String NAMESPACE = "urn:parley:random-contract";

    /** One of six operations is one-way, and one has an empty answer. */
    private static final int RESULTS = 6;

    private final Random random;

    /** Creates a generator; equal seeds give equal contracts. */
    public ContractGenerator(long seed) {
        this.random = new Random(seed);
    }

    /** Returns a contract of two to seven operations. */
    public ContractDef service() {
        List<String> names = new ArrayList<>(NAMES);
        Collections.shuffle(names, random);
        List<OperationDef> operations = new ArrayList<>();
        names.subList(0, 2 + random.nextInt(6)).forEach(name -> operations.add(operation(name)));
        return new ContractDef(NAMESPACE, operations);
    }

    /**
     * Returns the contract of a client of a service, with operations omitted, added, renamed, reordered, or of other
     * types.
     */
    public ContractDef client(ContractDef service) {
        List<OperationDef> operations = new ArrayList<>(service.operations());
        Collections.shuffle(operations, random);
        int changes = random.nextInt(4);
        for (int i = 0; i < changes; i++) {
            change(operations);
        }
        return new ContractDef(NAMESPACE, operations);
    }

    private void change(List<OperationDef> operations) {
        int at = random.nextInt(operations.size());
        OperationDef old = operations.get(at);
        switch (random.nextInt(4)) {
            case 0 -> {
                if (operations.size() > 1) {
                    operations.remove(at);
                }
            }
            case 1 -> unusedName(operations).ifPresent(name -> operations.add(at, operation(name)));
            case 2 ->
                unusedName(operations)
                        .ifPresent(name -> operations.set(at, new OperationDef(name, old.parameter(), old.result())));
            default -> operations.set(at, operation(old.name()));
        }
    }

    private Optional<String> unusedName(List<OperationDef> operations) {
        List<String> names = new ArrayList<>(NAMES);
        operations.forEach(operation -> names.remove(operation.name()));
        return names.isEmpty() ? Optional.empty() : Optional.of(names.get(random.nextInt(names.size())));
    }

    private OperationDef operation(String name) {
        Class<?> result = switch (random.nextInt(RESULTS)) {
            case 0 -> void.class;
            case 1 -> Void.class;
            default -> type();
        };
        return new OperationDef(name, type(), result);
    }

    private Class<?> type() {
        return OperationDef.TYPES.get(random.nextInt(OperationDef.TYPES.size()));
    }
}
