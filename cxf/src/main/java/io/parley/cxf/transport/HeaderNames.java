package io.parley.cxf.transport;

import java.util.Arrays;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/** Case-insensitive sets of transport header names, which avoid a conversion to lower case per call. */
public final class HeaderNames {
    private HeaderNames() {}

    /** Returns an immutable set that ignores case. */
    public static Set<String> of(String... names) {
        Set<String> all = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        all.addAll(Arrays.asList(names));
        return Collections.unmodifiableSet(all);
    }
}
