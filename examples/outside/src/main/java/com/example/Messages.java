package com.example;

import jakarta.xml.bind.annotation.XmlRootElement;

/** What the endpoint without CXF takes and gives. */
final class Messages {
    private Messages() {}

    @XmlRootElement(name = "numbers")
    static final class Numbers {
        public float[] number = {};
    }

    @XmlRootElement(name = "total")
    static final class Total {
        public float value;
    }
}
