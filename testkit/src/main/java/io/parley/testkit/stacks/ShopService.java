package io.parley.testkit.stacks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The service of a stack, in a process of its own. */
final class ShopService implements AutoCloseable {
    private static final String READY = "ready ";
    private static final long PATIENCE_SECONDS = 240;

    private final Process process;
    private final String address;

    private ShopService(Process process, String address) {
        this.process = process;
        this.address = address;
    }

    /**
     * Starts a service and waits until it is ready.
     *
     * @param errors file for its log
     */
    static ShopService start(List<String> command, Path errors) throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder(command).redirectError(errors.toFile()).start();
        boolean serves = false;
        try {
            String address =
                    CompletableFuture.supplyAsync(() -> address(process)).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            serves = !address.isEmpty();
            if (!serves) {
                throw new IOException("the service ended before it served: " + Files.readString(errors));
            }
            return new ShopService(process, address);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("the service does not serve: " + Files.readString(errors), e);
        } finally {
            if (!serves) {
                process.descendants().forEach(ProcessHandle::destroyForcibly); // a container
                process.destroyForcibly();
            }
        }
    }

    /**
     * Returns the address that the service prints, or an empty text if it ended. Keeps draining its output, since a
     * process whose output pipe is full blocks.
     */
    private static String address(Process process) {
        BufferedReader said =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String found = said.lines()
                .filter(line -> line.startsWith(READY))
                .findFirst()
                .map(line -> line.substring(READY.length()))
                .orElse("");
        Thread rest = new Thread(() -> said.lines().forEach(line -> {}), "parley-stack-service");
        rest.setDaemon(true);
        rest.start();
        return found;
    }

    String address() {
        return address;
    }

    @Override
    public void close() throws IOException, InterruptedException {
        process.getOutputStream().close(); // it serves until its input ends
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
    }
}
