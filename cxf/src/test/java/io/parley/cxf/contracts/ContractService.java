package io.parley.cxf.contracts;

import io.parley.cxf.ParleyFeature;
import io.parley.testkit.contract.ContractDef;
import io.parley.testkit.contract.OperationDef;
import jakarta.xml.ws.soap.SOAPBinding;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.namespace.QName;
import org.apache.cxf.Bus;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.phase.PhaseInterceptorChain;
import org.jspecify.annotations.Nullable;

/**
 * A service with a random contract: it records each call, and returns a value that identifies operation and argument.
 */
final class ContractService implements InvocationHandler {
    static final QName SERVICE = new QName("urn:parley:random-contract", "Service");
    static final QName PORT = new QName("urn:parley:random-contract", "Port");

    private static final Pattern WHOLE = Pattern.compile("\\d+");
    private static final int NUMBERS = 10_000;

    private final Tally tally;
    private final Runnable beforeAnswer;

    private ContractService(Tally tally, Runnable beforeAnswer) {
        this.tally = tally;
        this.beforeAnswer = beforeAnswer;
    }

    static void publish(Bus bus, String address, ContractDef contract, Tally tally, @Nullable ParleyFeature feature) {
        publish(bus, address, contract, new ContractService(tally, () -> {}), feature);
    }

    /**
     * Publishes a service whose calls last as long as the test wants.
     *
     * @param beforeAnswer runs after each call was recorded
     */
    static void publishSlow(
            Bus bus, String address, ContractDef contract, Tally tally, Runnable beforeAnswer, ParleyFeature feature) {
        publish(bus, address, contract, new ContractService(tally, beforeAnswer), feature);
    }

    private static void publish(
            Bus bus, String address, ContractDef contract, ContractService service, @Nullable ParleyFeature feature) {
        Class<?> type = contract.asInterface(ContractService.class.getClassLoader());
        JaxWsServerFactoryBean factory = new JaxWsServerFactoryBean();
        factory.setBus(bus);
        factory.setServiceClass(type);
        factory.setServiceBean(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, service));
        factory.setServiceName(SERVICE);
        factory.setEndpointName(PORT);
        factory.setAddress(address);
        factory.setBindingId(SOAPBinding.SOAP11HTTP_BINDING);
        factory.getInInterceptors().add(new Refusals(service.tally));
        if (feature != null) {
            factory.getFeatures().add(feature);
        }
        factory.create();
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object[] arguments) {
        if (method.getDeclaringClass() == Object.class) {
            return switch (method.getName()) {
                case "equals" -> proxy == arguments[0];
                case "hashCode" -> System.identityHashCode(proxy);
                default -> "service";
            };
        }
        String argument = text(arguments[0]);
        boolean again =
                Boolean.TRUE.equals(PhaseInterceptorChain.getCurrentMessage().get(ParleyFeature.REDELIVERED));
        tally.add(method.getName() + " " + argument, again);
        beforeAnswer.run();
        if (method.getReturnType() == void.class) {
            return null;
        }
        Matcher number = WHOLE.matcher(argument);
        return OperationDef.value(
                method.getReturnType(),
                (method.getName().hashCode() & 0xFF) * NUMBERS
                        + (number.find() ? Integer.parseInt(number.group()) % NUMBERS : 0));
    }

    static String text(Object value) {
        return value instanceof double[] numbers
                ? Arrays.toString(numbers)
                : value instanceof int[] whole ? Arrays.toString(whole) : String.valueOf(value);
    }

    /** Records requests that end before the service is called. */
    private static final class Refusals extends AbstractPhaseInterceptor<Message> {
        private final Tally tally;

        Refusals(Tally tally) {
            super(Phase.RECEIVE);
            this.tally = tally;
        }

        @Override
        public void handleMessage(Message message) {}

        @Override
        public void handleFault(Message message) {
            tally.refused();
        }
    }
}
