package io.parley.cxf.jms;

import io.parley.cxf.OneCall;

/** A program that has never heard of JMS; prints which channel its call went over. */
final class WithoutJms {
    private WithoutJms() {}

    public static void main(String[] arguments) {
        System.out.println(OneCall.make());
        System.exit(0);
    }
}
