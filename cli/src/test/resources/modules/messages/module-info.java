module com.example.messages {
    requires io.netty.common;
    requires io.parley.data;

    opens com.example.messages;
}
