package io.parley.cxf.jms;

import io.parley.cxf.OneCall;

/** A program without JMS on its class path; prints the channel that its call used. */
final class WithoutJms {
    private WithoutJms() {}

    public static void main(String[] arguments) {
        System.out.println(OneCall.make());
        System.exit(0);
    }
}
