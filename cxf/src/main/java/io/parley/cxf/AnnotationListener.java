package io.parley.cxf;

import io.parley.cxf.settings.Settings;
import io.parley.cxf.transport.OneWayInOrder;
import jakarta.jws.WebMethod;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.service.factory.AbstractServiceFactoryBean;
import org.apache.cxf.service.factory.FactoryBeanListener;
import org.apache.cxf.wsdl.service.factory.ReflectionServiceFactoryBean;
import org.jspecify.annotations.Nullable;

/**
 * Switches Parley on for services and clients annotated with {@link Parley}, and reads the annotations
 * {@link Expendable} and {@link OrderKey}. Registered with CXF by {@code META-INF/cxf/bus-extensions.txt}. Stateless.
 */
public final class AnnotationListener implements FactoryBeanListener {
    @Override
    public void handleEvent(Event event, AbstractServiceFactoryBean factory, Object... arguments) {
        Class<?> type = factory instanceof ReflectionServiceFactoryBean known ? known.getServiceClass() : null;
        if (event == Event.CLIENT_CREATED && arguments[0] instanceof Client client) {
            declare(client.getEndpoint(), type);
            annotation(type)
                    .ifPresent(found -> feature(found).switchOn(client, factory.getBus(), SwitchedOnBy.ANNOTATION));
        } else if (event == Event.SERVER_CREATED && arguments[0] instanceof Server server) {
            // An annotation of the implementation takes precedence over one of the interface.
            Object bean = arguments.length > 1 ? arguments[1] : null;
            annotation(bean == null ? null : bean.getClass())
                    .or(() -> annotation(type))
                    .ifPresent(found -> feature(found).switchOn(server, factory.getBus(), SwitchedOnBy.ANNOTATION));
            // If the bean is a proxy made by the application, CXF passes the class behind it.
            Class<?> implementor = arguments.length > 2 && arguments[2] instanceof Class<?> real ? real : type;
            declare(server.getEndpoint(), implementor);
            declare(server.getEndpoint(), type);
            if (implementor != null) {
                OneWayInOrder.implementedBy(server.getEndpoint(), implementor, OrderKey.class);
            }
        }
    }

    /** Sets the endpoint's expendable operations from the annotations of a class, unless the setting is present. */
    private static void declare(Endpoint endpoint, @Nullable Class<?> type) {
        if (type == null || endpoint.containsKey(Settings.EXPENDABLE)) {
            return;
        }
        List<String> found = lineage(type).stream()
                .flatMap(each -> Arrays.stream(each.getMethods()))
                .filter(method -> method.isAnnotationPresent(Expendable.class))
                .map(AnnotationListener::expendable)
                .distinct()
                .toList();
        if (!found.isEmpty()) {
            endpoint.put(Settings.EXPENDABLE, String.join(",", found));
            SettingsCheck.expendable(endpoint, String.join(",", found));
        }
    }

    private static String expendable(Method method) {
        WebMethod named = method.getAnnotation(WebMethod.class);
        String name = named == null || named.operationName().isEmpty() ? method.getName() : named.operationName();
        return method.getAnnotation(Expendable.class).latestOnly() ? name + "=latest" : name;
    }

    private static ParleyFeature feature(Parley found) {
        return new ParleyFeature().mode(found.mode());
    }

    private static Optional<Parley> annotation(@Nullable Class<?> type) {
        return type == null
                ? Optional.empty()
                : lineage(type).stream()
                        .filter(each -> each.isAnnotationPresent(Parley.class))
                        .map(each -> each.getAnnotation(Parley.class))
                        .findFirst();
    }

    /** Returns a class, its superclasses and then their interfaces: the order in which annotations take precedence. */
    private static Set<Class<?>> lineage(Class<?> type) {
        Set<Class<?>> lineage = new LinkedHashSet<>();
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            lineage.add(each);
        }
        for (Class<?> each : Set.copyOf(lineage)) {
            addInterfaces(each, lineage);
        }
        return lineage;
    }

    private static void addInterfaces(Class<?> type, Set<Class<?>> lineage) {
        for (Class<?> each : type.getInterfaces()) {
            lineage.add(each);
            addInterfaces(each, lineage);
        }
    }
}
