package io.parley.testkit.stacks;

import java.util.List;
import java.util.Locale;

/**
 * Calls of one client to one service, and what came of them.
 *
 * @param asked the channel that they had to take, or {@link #ANY}
 * @param travelled the channel that they took, or SOAP, or why they failed
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

    /** What a class that is missing or another than expected makes; nobody ever meets one. */
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

    /** Returns whether that text tells of classes that do not go with each other. */
    static boolean isBroken(String text) {
        return BROKEN.stream().anyMatch(text::contains);
    }

    /** Returns whether both sides have Parley. */
    boolean isBoth() {
        return serviceHas && clientHas;
    }

    /** Returns whether CXF's type tests are among the calls of that client: a line with itself is tried by the build. */
    static boolean isTyped(Stack service, Stack client) {
        return service.isTyped() && client.isTyped() && !service.equals(client);
    }

    boolean isTyped() {
        return isTyped(service, client);
    }

    /** Returns the way that it has to go: a channel that works on both stacks, a refusal, or SOAP. */
    String due() {
        if (!isBoth()) {
            return "soap";
        }
        return service.served().contains(asked) && client.called().contains(asked) ? asked : "refused";
    }

    /**
     * Returns whether it went as it had to, with the answers of plain SOAP.
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
