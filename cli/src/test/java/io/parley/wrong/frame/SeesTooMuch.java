package io.parley.wrong.frame;

import io.netty.channel.Channel;
import org.apache.cxf.Bus;

/** A class that uses Netty's channels and CXF, on which core must not depend. */
record SeesTooMuch(Channel channel, Bus bus) {}
