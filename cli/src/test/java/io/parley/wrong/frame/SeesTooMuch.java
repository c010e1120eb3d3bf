package io.parley.wrong.frame;

import io.netty.channel.Channel;
import org.apache.cxf.Bus;

/** Core knows neither Netty's channels nor CXF. */
record SeesTooMuch(Channel channel, Bus bus) {}
