package com.example.shop;

import jakarta.jws.WebMethod;
import jakarta.xml.ws.Holder;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import javax.xml.namespace.QName;
import org.apache.cxf.Bus;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;

/** CXF's type tests, which were written by others: each operation of both services is called with generated values. */
final class Types {
    private static final long SEED = 20_260_101L;

    private Types() {}

    /** One of the two services. */
    private enum Style {
        DOC("doclit", org.apache.type_test.doc.TypeTestPortType.class),
        RPC("rpclit", org.apache.type_test.rpc.TypeTestPortType.class);

        private final String wsdl;
        private final Class<?> type;

        Style(String wsdl, Class<?> type) {
            this.wsdl = "classpath:/wsdl/type_test/type_test_" + wsdl + "_soap.wsdl";
            this.type = type;
        }

        String address(String shop) {
            return shop + "-" + name();
        }

        Object service() {
            return this == DOC ? new TypeTestServices.Doc() : new TypeTestServices.Rpc();
        }

        Object proxy(Bus bus, String shop) {
            String namespace = "http://apache.org/type_test/" + name().toLowerCase();
            JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
            factory.setBus(bus);
            factory.setServiceClass(type);
            factory.setWsdlURL(wsdl);
            factory.setServiceName(new QName(namespace, "SOAPService"));
            factory.setEndpointName(new QName(namespace, "SOAPPort"));
            factory.setAddress(address(shop));
            return factory.create();
        }

        List<Method> operations() {
            return Arrays.stream(type.getMethods())
                    .filter(method -> method.isAnnotationPresent(WebMethod.class)
                            || method.getName().startsWith("test"))
                    .sorted(Comparator.comparing(Method::getName))
                    .collect(Collectors.toList());
        }
    }

    /** Puts the services beside the shop. */
    static void publish(Bus bus, String address) {
        for (Style style : Style.values()) {
            JaxWsServerFactoryBean server = new JaxWsServerFactoryBean();
            server.setBus(bus);
            server.setServiceClass(style.service().getClass());
            server.setServiceBean(style.service());
            server.setAddress(style.address(address));
            server.create();
        }
    }

    /**
     * Returns what each operation answers.
     *
     * @param way how calls of the shop travelled; those of the type tests have to travel as they did
     */
    static List<String> answers(Bus bus, String address, String way) throws Exception {
        List<String> answers = new ArrayList<>();
        for (Style style : Style.values()) {
            Object proxy = style.proxy(bus, address);
            for (Method operation : style.operations()) {
                answers.add("type " + style + " " + operation.getName() + " " + answer(proxy, operation));
            }
            String travelled = Switch.channel(ClientProxy.getClient(proxy));
            if (!first(travelled).equals(first(way))) {
                throw new IllegalStateException("type tests: expected " + way + ", found " + travelled);
            }
        }
        return answers;
    }

    private static String first(String text) {
        return text.split(" ")[0];
    }

    private static String answer(Object proxy, Method operation) throws Exception {
        Values values = new Values(SEED + 31L * operation.getName().hashCode(), operation.getName());
        Type[] types = operation.getGenericParameterTypes();
        Object[] arguments = new Object[types.length];
        for (int i = 0; i < types.length; i++) {
            arguments[i] = values.of(types[i]);
        }
        StringBuilder answer = new StringBuilder();
        try {
            answer.append(Tree.of(operation.invoke(proxy, arguments)));
        } catch (InvocationTargetException e) {
            return "threw " + e.getCause().getClass().getSimpleName() + ": " + e.getCause().getMessage();
        }
        for (Object argument : arguments) {
            if (argument instanceof Holder<?>) {
                answer.append(' ').append(Tree.of(argument));
            }
        }
        return answer.toString().replace("\n", "\\n");
    }
}
