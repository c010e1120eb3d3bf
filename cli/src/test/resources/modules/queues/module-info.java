module com.example.queues {
    requires io.parley.transport.jms;

    opens com.example.queues;
}
