package com.example.shop;

import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.QuarkusApplication;
import io.quarkus.runtime.annotations.QuarkusMain;
import java.util.Arrays;
import org.eclipse.microprofile.config.ConfigProvider;

/** An application of Quarkus, whose service and client stand in its properties: it serves, or it calls. */
@QuarkusMain
public class Host implements QuarkusApplication {
    public static void main(String[] arguments) {
        if (arguments[0].equals(Client.class.getName())) {
            System.setProperty("quarkus.cxf.client.shop.client-endpoint-url", arguments[1]);
        }
        Quarkus.run(Host.class, arguments);
    }

    @Override
    public int run(String... arguments) throws Exception {
        String[] rest = Arrays.copyOfRange(arguments, 1, arguments.length);
        if (arguments[0].equals(Client.class.getName())) {
            Client.main(rest);
        } else {
            Service.main(rest);
        }
        return 0;
    }

    /** It has started already, at a port that it chose. */
    static String start(int ignored) {
        int port = ConfigProvider.getConfig().getValue("quarkus.http.port", Integer.class);
        return "http://localhost:" + port + "/services/shop";
    }
}
