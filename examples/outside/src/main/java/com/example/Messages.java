package com.example;

import jakarta.xml.bind.annotation.XmlRootElement;

/** Messages of the endpoint without CXF. */
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
