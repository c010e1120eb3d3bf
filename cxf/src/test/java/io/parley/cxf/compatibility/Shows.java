package io.parley.cxf.compatibility;

import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Marks a test that shows that this use of CXF behaves as the compatibility page states. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@Repeatable(Shows.All.class)
public @interface Shows {
    Use value();

    /** The container annotation for several uses. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.METHOD)
    @interface All {
        Shows[] value();
    }
}
