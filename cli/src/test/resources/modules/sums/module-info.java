module com.example.sums {
    requires io.parley.transport.http;

    opens com.example.sums;
}
