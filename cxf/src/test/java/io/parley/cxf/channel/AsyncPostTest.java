package io.parley.cxf.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.parley.channel.http.Reply;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests late responses, for which a real container would have to be stopped at the right time. */
class AsyncPostTest {
    private final List<String> done = new CopyOnWriteArrayList<>();
    private final CompletableFuture<Reply> reply = new CompletableFuture<>();
    private final ByteBuf body = Unpooled.wrappedBuffer(new byte[100]);
    private AsyncListener listener;

    @Test
    void anAnswerForAResponseThatTheContainerTookBackIsReleasedAndNotWritten() throws Exception {
        hold(false);
        listener.onComplete(null);

        reply.complete(new Reply(Reply.OK, false, body));

        awaitReleased();
        assertThat(done).isEmpty();
    }

    @Test
    void anAnswerThatItsClientDoesNotTakeIsReleasedAndTheRequestEnds() {
        hold(true);

        reply.complete(new Reply(Reply.OK, false, body));

        awaitReleased();
        await().atMost(60, TimeUnit.SECONDS).until(() -> done.contains("complete"));
    }

    @Test
    void aRequestThatFailsIsEndedAndNeverAnswered() throws Exception {
        hold(false);
        listener.onError(null);
        assertThat(done).containsExactly("complete");

        reply.complete(new Reply(Reply.OK, false, body));

        awaitReleased();
        assertThat(done).containsExactly("complete");
    }

    private void awaitReleased() {
        await().atMost(60, TimeUnit.SECONDS).until(() -> body.refCnt() == 0);
    }

    private void hold(boolean gone) {
        ServletOutputStream out = new Refusing();
        HttpServletResponse response = stub(HttpServletResponse.class, (self, method, arguments) -> {
            if (!gone) {
                done.add(method.getName());
            }
            return method.getName().equals("getOutputStream") ? out : null;
        });
        AsyncContext held = stub(AsyncContext.class, (self, method, arguments) -> {
            switch (method.getName()) {
                case "addListener" -> listener = (AsyncListener) arguments[0];
                case "complete" -> done.add("complete");
                case "getResponse" -> {
                    return response;
                }
                default -> assertThat(method.getName()).isEqualTo("setTimeout");
            }
            return null;
        });
        HttpServletRequest request = stub(
                HttpServletRequest.class,
                (self, method, arguments) -> method.getName().equals("getProtocol") ? "HTTP/1.1" : held);
        AsyncPost.start(request, response, reply);
    }

    private static <T> T stub(Class<T> type, InvocationHandler calls) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, calls));
    }

    private static final class Refusing extends ServletOutputStream {
        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setWriteListener(jakarta.servlet.WriteListener listener) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void write(int b) throws IOException {
            throw new IOException("the client is gone");
        }
    }
}
