module com.example.cxf {
    requires io.parley.cxf;
    requires jakarta.xml.ws;
    requires org.apache.cxf.core;
    requires org.apache.cxf.frontend.jaxws;
    requires org.apache.cxf.frontend.simple;

    exports com.example.cxf;

    opens com.example.cxf;
}
