package io.parley.spring;

import io.parley.console.ConsolePage;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.util.Optional;

/** Servlet of the operator's page below the actuator's endpoint, protected by the same filters. Thread-safe. */
final class ConsoleServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    /** Request attribute in which Spring Security, if present, stores its CSRF token. */
    private static final String CSRF_TOKEN = "_csrf";

    private final transient ConsolePage page;

    ConsoleServlet(ConsolePage page) {
        this.page = page;
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String path = request.getPathInfo();
        if (path == null) { // the page's relative URLs need the trailing slash
            response.setHeader("Location", request.getRequestURI() + "/");
            response.setStatus(HttpServletResponse.SC_FOUND);
            return;
        }
        ConsolePage.Reply reply = page.on(
                new ConsolePage.Request(
                        request.getMethod(), path.substring(1), request::getHeader, form(request), operator(request)),
                token(request));
        response.setStatus(reply.status());
        reply.headers().forEach(response::setHeader);
        if (reply.events()) {
            follow(request, response);
        } else {
            byte[] body = reply.body().getBytes(StandardCharsets.UTF_8);
            response.setContentLength(body.length);
            if (!request.getMethod().equals("HEAD")) {
                response.getOutputStream().write(body);
            }
        }
    }

    private void follow(HttpServletRequest request, HttpServletResponse response) throws IOException {
        AsyncContext context = request.startAsync();
        context.setTimeout(0);
        ServletEvents events = new ServletEvents(context, page::leave);
        context.addListener(events);
        response.getOutputStream().setWriteListener(events);
        if (!page.listen(events)) {
            response.setStatus(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
            events.end();
        }
    }

    private static String form(HttpServletRequest request) throws IOException {
        byte[] body = request.getInputStream().readNBytes(ConsolePage.MOST_FORM_BYTES);
        return new String(body, StandardCharsets.UTF_8);
    }

    private static String operator(HttpServletRequest request) {
        Principal principal = request.getUserPrincipal();
        return principal == null
                ? "anonymous at " + request.getRemoteAddr()
                : principal.getName() + " at " + request.getRemoteAddr();
    }

    /** Returns the CSRF token. Its class is accessed by reflection, so that Spring Security is not required. */
    private static Optional<ConsolePage.Token> token(HttpServletRequest request) {
        Object token = request.getAttribute(CSRF_TOKEN);
        if (token == null) {
            return Optional.empty();
        }
        try {
            Class<?> type = Class.forName(
                    "org.springframework.security.web.csrf.CsrfToken",
                    false,
                    token.getClass().getClassLoader());
            return Optional.of(new ConsolePage.Token(
                    call(type.getMethod("getHeaderName"), token), call(type.getMethod("getToken"), token)));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("expected a token of Spring Security, found " + token.getClass(), e);
        }
    }

    private static String call(Method method, Object target) throws ReflectiveOperationException {
        return String.valueOf(method.invoke(target));
    }
}
