package io.parley.cxf;

import io.parley.cxf.endpoint.MainSwitch;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.regex.Pattern;
import javax.management.InstanceAlreadyExistsException;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.cxf.Bus;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.management.InstrumentationManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Registers MBeans: one for each endpoint, and one process-wide switch per MBean server, unregistered with the server's
 * last endpoint. Uses the MBean server of CXF's management on the bus if there is one, otherwise the platform's.
 * Thread-safe.
 */
final class Beans {
    private static final Logger LOG = LoggerFactory.getLogger(Beans.class);
    private static final String DOMAIN = "io.parley";
    private static final Pattern MADE_UP_ID = Pattern.compile("^" + Bus.DEFAULT_BUS_ID + "\\d+$");
    private static final Map<MBeanServer, Switch> SWITCHES = new HashMap<>();

    private Beans() {}

    private static final class Switch implements ParleySwitchMXBean {
        private final Registered registered;
        private int endpoints;

        Switch(MBeanServer server) {
            this.registered = register(
                    server, this, again -> ParleySwitchMXBean.NAME + (again == 0 ? "" : ",number=" + (again + 1)));
        }

        /** Counts one endpoint less; returns whether none remains, in which case the switch is unregistered. */
        boolean removeEndpoint() {
            boolean isLast = --endpoints == 0;
            if (isLast) {
                registered.unregister();
            }
            return isLast;
        }

        @Override
        public boolean isOn() {
            return MainSwitch.isOn();
        }

        @Override
        public void setOn(boolean on) {
            if (on == MainSwitch.isOn()) {
                return;
            }
            MainSwitch.set(on);
            LOG.warn("Parley was switched {} by JMX for every endpoint of the process", on ? "on" : "off");
        }
    }

    /** A bean registered under a name of a server. */
    private record Registered(MBeanServer server, ObjectName name) {
        void unregister() {
            try {
                server.unregisterMBean(name);
            } catch (InstanceNotFoundException e) {
                LOG.debug("{} was unregistered already", name, e);
            } catch (JMException e) {
                LOG.warn("Failed to unregister {}", name, e);
            }
        }
    }

    /**
     * Registers an endpoint.
     *
     * @param type {@link ParleyEndpoints#CLIENT} or {@link ParleyEndpoints#SERVICE}
     * @return unregisters the endpoint; idempotent
     */
    static Runnable register(Bus bus, Endpoint endpoint, String type, EndpointBean bean) {
        MBeanServer server = server(bus);
        String name = name(bus, endpoint, type);
        Registered registered = register(server, bean, taken -> name + ",number=" + (taken + 1));
        ParleyEndpoints.Entry entry = entry(endpoint, type, bean);
        synchronized (SWITCHES) {
            SWITCHES.computeIfAbsent(server, Switch::new).endpoints++;
        }
        Runnable end = new Runnable() {
            private boolean isOver;

            @Override
            public synchronized void run() {
                if (!isOver) {
                    isOver = true;
                    ParleyEndpoints.remove(bus, entry);
                    registered.unregister();
                    leave(server);
                }
            }
        };
        ParleyEndpoints.add(bus, entry, end);
        return end;
    }

    private static ParleyEndpoints.Entry entry(Endpoint endpoint, String type, EndpointBean bean) {
        return new ParleyEndpoints.Entry(
                type,
                endpoint.getService().getName().toString(),
                endpoint.getEndpointInfo().getName().getLocalPart(),
                bean,
                () -> EndpointLoad.of(bean.control()));
    }

    private static void leave(MBeanServer server) {
        synchronized (SWITCHES) {
            SWITCHES.computeIfPresent(server, (same, known) -> known.removeEndpoint() ? null : known);
        }
    }

    private static MBeanServer server(Bus bus) {
        InstrumentationManager management = bus.getExtension(InstrumentationManager.class);
        MBeanServer own = management == null ? null : management.getMBeanServer();
        return own == null ? ManagementFactory.getPlatformMBeanServer() : own;
    }

    /**
     * Returns the object name without its number. It is stable across restarts as long as endpoints of equal name are
     * created in the same order.
     */
    private static String name(Bus bus, Endpoint endpoint, String type) {
        return DOMAIN + ":type=" + type + ",bus=" + ObjectName.quote(stableId(bus)) + ",service="
                + ObjectName.quote(endpoint.getService().getName().toString()) + ",port="
                + ObjectName.quote(endpoint.getEndpointInfo().getName().getLocalPart());
    }

    /**
     * Returns an id that is stable across processes: a bus without a configured id derives one from its identity hash.
     */
    private static String stableId(Bus bus) {
        return MADE_UP_ID.matcher(bus.getId()).replaceFirst(Bus.DEFAULT_BUS_ID);
    }

    /**
     * Registers a bean under the first free name.
     *
     * @param names object name for the number of names found taken
     */
    private static Registered register(MBeanServer server, Object bean, IntFunction<String> names) {
        for (int taken = 0; ; taken++) {
            try {
                ObjectName name = new ObjectName(names.apply(taken));
                return new Registered(server, server.registerMBean(bean, name).getObjectName());
            } catch (InstanceAlreadyExistsException e) {
                // Another class loader of this process has its own copy of Parley, which registered the name.
                LOG.debug("MBean name is taken", e);
            } catch (JMException e) {
                throw new IllegalStateException("expected " + server + " to take " + bean.getClass(), e);
            }
        }
    }
}
