package io.parley.bench.form;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import nu.xom.Text;

/**
 * Creates XOM's text nodes without verifying their characters: the {@code NV} variant of the bnux paper, whose author's
 * library was part of XOM's package. XOM reserves the method for its own parser handlers, hence the method handle.
 */
final class UnverifiedText {
    private static final MethodHandle BUILD = build();

    private UnverifiedText() {}

    /** Creates a node for a text that was already verified. */
    static Text of(String verified) {
        try {
            return (Text) BUILD.invokeExact(verified);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("XOM makes no node", e);
        }
    }

    private static MethodHandle build() {
        try {
            return MethodHandles.privateLookupIn(Text.class, MethodHandles.lookup())
                    .findStatic(Text.class, "build", MethodType.methodType(Text.class, String.class));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this XOM makes no unverified texts", e);
        }
    }
}
