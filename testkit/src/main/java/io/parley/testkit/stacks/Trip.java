package io.parley.testkit.stacks;

import java.util.List;
import java.util.Locale;

/**
 * Calls of one client to one service, and their outcome.
 *
 * @param asked the channel that they had to use, or {@link #ANY}
 * @param travelled the channel that they used, or SOAP, or why they failed
 * @param answers of all calls
 */
record Trip(
        Stack service,
        Stack client,
        Jdk jdk,
        boolean serviceHas,
        boolean clientHas,
        String asked,
        String travelled,
        List<String> answers) {
    static final String ANY = "any";

    /** Errors of missing or mismatched classes, which must never occur. */
    private static final List<String> BROKEN = List.of(
            "NoClassDefFoundError",
            "NoSuchMethodError",
            "ClassNotFoundException",
            "AbstractMethodError",
            "IncompatibleClassChangeError",
            "NoSuchFieldError",
            "VerifyError",
            "BootstrapMethodError");

    Trip {
        answers = List.copyOf(answers);
    }

    /** Returns whether a text reports mismatched classes. */
    static boolean isBroken(String text) {
        return BROKEN.stream().anyMatch(text::contains);
    }

    /** Returns whether both sides have Parley. */
    boolean isBoth() {
        return serviceHas && clientHas;
    }

    /** Returns whether the client also calls CXF's type tests; Parley's own build runs them between equal stacks. */
    static boolean isTyped(Stack service, Stack client) {
        return service.isTyped() && client.isTyped() && !service.equals(client);
    }

    boolean isTyped() {
        return isTyped(service, client);
    }

    /** Returns the expected transport: a channel that works on both stacks, a refusal, or SOAP. */
    String due() {
        if (!isBoth()) {
            return "soap";
        }
        return service.served().contains(asked) && client.called().contains(asked) ? asked : "refused";
    }

    /**
     * Returns whether the outcome is as expected, with the answers of plain SOAP.
     *
     * @param plain the answers of the same pair without Parley
     */
    boolean isAsDue(List<String> plain) {
        if (isBroken(travelled)) {
            return false;
        }
        return switch (due()) {
            case "soap" -> travelled.startsWith("soap") && answers.equals(plain);
            case "refused" -> travelled.startsWith("refused");
            default -> travelled.equals(asked) && answers.equals(plain);
        };
    }

    String toJson(List<String> plain) {
        return String.format(
                Locale.ROOT,
                "{\"service\":\"%s\",\"client\":\"%s\",\"jdk\":%d,\"service_has\":%b,\"client_has\":%b,\"asked\":\"%s\",\"travelled\":\"%s\",\"ok\":%b}",
                service.name(),
                client.name(),
                jdk.feature(),
                serviceHas,
                clientHas,
                asked,
                travelled.lines().findFirst().orElse("").replace("\\", "\\\\").replace("\"", "\\\""),
                isAsDue(plain));
    }
}
