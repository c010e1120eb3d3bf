/** Recorded conversations: written as they happen, verified, read back as SOAP. */
module io.parley.recording {
    requires static org.jspecify;
    requires io.netty.buffer;
    requires transitive io.parley.core;
    requires java.xml;
    requires org.slf4j;

    exports io.parley.recording;
}
