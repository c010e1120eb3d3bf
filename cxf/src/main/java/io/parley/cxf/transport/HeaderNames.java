package io.parley.cxf.transport;

import java.util.Arrays;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/** Sets of names of transport headers, for look-ups in each call that do not convert a name to lower case first. */
public final class HeaderNames {
    private HeaderNames() {}

    /** A set that contains names however they are written. Immutable. */
    public static Set<String> of(String... names) {
        Set<String> all = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        all.addAll(Arrays.asList(names));
        return Collections.unmodifiableSet(all);
    }
}
