package io.parley.cxf.jms;

import java.io.Serializable;

/** A class that messages name and nobody else does, so that it is in this JVM only if one of them was read. */
final class NeverLoaded implements Serializable {
    private static final long serialVersionUID = 1;
}
