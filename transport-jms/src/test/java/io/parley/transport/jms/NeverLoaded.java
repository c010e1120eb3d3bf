package io.parley.transport.jms;

import java.io.Serializable;

/** A class that only messages name, so that it is loaded only if one of them was deserialized. */
final class NeverLoaded implements Serializable {
    private static final long serialVersionUID = 1;
}
