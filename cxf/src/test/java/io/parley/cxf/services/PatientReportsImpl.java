package io.parley.cxf.services;

import jakarta.annotation.Resource;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;
import jakarta.xml.ws.AsyncHandler;
import jakarta.xml.ws.WebServiceContext;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.cxf.annotations.UseAsyncMethod;
import org.apache.cxf.continuations.Continuation;
import org.apache.cxf.continuations.ContinuationProvider;
import org.apache.cxf.jaxws.ServerAsyncResponse;

/** Suspends its requests and answers on the thread on which the test resumes them. */
@WebService(targetNamespace = "urn:parley:test", name = "Reports", serviceName = "ReportsService")
@SOAPBinding(style = SOAPBinding.Style.DOCUMENT, parameterStyle = SOAPBinding.ParameterStyle.BARE)
public class PatientReportsImpl {
    private final Queue<Continuation> suspended = new ConcurrentLinkedQueue<>();

    private volatile CountDownLatch together = new CountDownLatch(0);

    @Resource
    private WebServiceContext context;

    /** Makes resumed requests wait until this many of them are under way at the same time. */
    @WebMethod(exclude = true)
    public void meet(int requests) {
        together = new CountDownLatch(requests);
    }

    /** Returns the suspended requests; the caller that takes one resumes it. */
    @WebMethod(exclude = true)
    public Queue<Continuation> suspended() {
        return suspended;
    }

    @WebMethod
    @WebResult(name = "filed", targetNamespace = "urn:parley:test")
    public Report file(@WebParam(name = "toFile", targetNamespace = "urn:parley:test") Report report) {
        ContinuationProvider provider =
                (ContinuationProvider) context.getMessageContext().get(ContinuationProvider.class.getName());
        Continuation continuation = provider.getContinuation();
        synchronized (continuation) {
            if (continuation.isNew()) {
                continuation.setObject(report.station);
                continuation.suspend("impatient".equals(report.station) ? 200 : 60_000);
                suspended.add(continuation);
                return null;
            }
        }
        String how = continuation.isTimeout() ? "timed out: " : hasMet() ? "resumed: " : "alone: ";
        return Report.of(how + continuation.getObject(), report.weather, 1);
    }

    private boolean hasMet() {
        together.countDown();
        try {
            return together.await(30, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** The same service with CXF's asynchronous methods. */
    @WebService(targetNamespace = "urn:parley:test", name = "Reports", serviceName = "ReportsService")
    @SOAPBinding(style = SOAPBinding.Style.DOCUMENT, parameterStyle = SOAPBinding.ParameterStyle.BARE)
    public static class Async {
        @UseAsyncMethod
        @WebMethod
        @WebResult(name = "filed", targetNamespace = "urn:parley:test")
        public Report file(@WebParam(name = "toFile", targetNamespace = "urn:parley:test") Report report) {
            throw new IllegalStateException("called in place of its asynchronous twin");
        }

        @WebMethod(exclude = true)
        public Future<?> fileAsync(Report report, AsyncHandler<Report> handler) {
            ServerAsyncResponse<Report> later = new ServerAsyncResponse<>();
            new Thread(() -> {
                        if ("broken".equals(report.station)) {
                            later.exception(new IllegalStateException("out of paper"));
                        } else {
                            later.set(Report.of("later: " + report.station, report.weather, 2));
                        }
                        handler.handleResponse(later);
                    })
                    .start();
            return later;
        }
    }
}
