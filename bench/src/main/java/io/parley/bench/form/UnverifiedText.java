package io.parley.bench.form;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import nu.xom.Text;

/**
 * XOM's nodes for text whose characters it does not look at: the bnux paper's {@code NV}, whose author's library sat in XOM's
 * package. The method is for XOM's own parser handlers, hence the handle.
 */
final class UnverifiedText {
    private static final MethodHandle BUILD = build();

    private UnverifiedText() {}

    /** A node for a text that somebody else has verified. */
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
