package io.parley.cxf.contracts;

import jakarta.jws.WebService;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Records each operation that runs. */
@WebService(
        serviceName = "JobsService",
        portName = "JobsPort",
        targetNamespace = "urn:parley:jobs",
        endpointInterface = "io.parley.cxf.contracts.Jobs")
public final class JobsImpl implements Jobs {
    private final List<String> ran = new CopyOnWriteArrayList<>();

    List<String> ran() {
        return List.copyOf(ran);
    }

    @Override
    public String abort(String job) {
        ran.add("abort " + job);
        return "aborted " + job;
    }

    @Override
    public String begin(String job) {
        ran.add("begin " + job);
        return "begun " + job;
    }

    @Override
    public int len(String job) {
        ran.add("len " + job);
        return job.length();
    }
}
