package com.example.cxf;

import io.parley.cxf.ParleyFeature;
import io.parley.cxf.ParleyStatus;
import io.parley.negotiation.Mode;
import jakarta.jws.WebService;
import java.net.ServerSocket;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;

public final class Main {
    @WebService(endpointInterface = "com.example.cxf.Summation")
    public static final class Service implements Summation {
        @Override
        public float sum(float[] numbers) {
            float sum = 0;
            for (float number : numbers) {
                sum += number;
            }
            return sum;
        }
    }

    private Main() {}

    public static void main(String[] arguments) throws Exception {
        int port;
        try (ServerSocket socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }
        String address = "http://localhost:" + port + "/sums";
        JaxWsServerFactoryBean server = new JaxWsServerFactoryBean();
        server.setServiceBean(new Service());
        server.setAddress(address);
        server.getFeatures().add(new ParleyFeature().mode(Mode.ALWAYS));
        server.create();
        JaxWsProxyFactoryBean client = new JaxWsProxyFactoryBean();
        client.setServiceClass(Summation.class);
        client.setAddress(address);
        client.getFeatures().add(new ParleyFeature().mode(Mode.ALWAYS));
        Summation proxy = client.create(Summation.class);
        float sum = proxy.sum(new float[] {1, 2, 3});
        System.out.println(Main.class.getModule() + ": " + sum + ", streamed "
                + ParleyStatus.of(ClientProxy.getClient(proxy)).orElseThrow().streamedCalls());
        System.exit(0);
    }
}
