package io.parley.cxf.channel;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.http.HttpServletRequest;
import java.lang.reflect.Proxy;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageImpl;
import org.apache.cxf.transport.http.AbstractHTTPDestination;
import org.junit.jupiter.api.Test;

/** Tests requests for which a container does not expose the filters in front of the service. */
class ServletFiltersTest {
    @Test
    void aRequestWithoutAContextCountsAsFiltered() {
        HttpServletRequest request = (HttpServletRequest) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {HttpServletRequest.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("getServletContext")) {
                        throw new UnsupportedOperationException("as in Quarkus");
                    }
                    return null;
                });
        Message message = new MessageImpl();

        assertThat(ServletFilters.mayJudge(message, request)).isFalse();
        message.put(AbstractHTTPDestination.HTTP_CONFIG, new Object());
        assertThat(ServletFilters.mayJudge(message, request)).isTrue();
    }
}
