package io.parley.bench.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.bench.transaction.Marks.Mark;
import java.util.List;
import org.apache.cxf.interceptor.AbstractBasicInterceptorProvider;
import org.apache.cxf.interceptor.Interceptor;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.ExchangeImpl;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageImpl;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.phase.PhaseInterceptor;
import org.junit.jupiter.api.Test;

class MarksTest {
    private final Marks marks = new Marks();
    private final AbstractBasicInterceptorProvider chains = new AbstractBasicInterceptorProvider() {};

    MarksTest() {
        marks.noteArrivals(chains);
        marks.noteDepartures(chains);
    }

    @Test
    void anAnswerThatIsGoneLateIsNotTakenForTheNextOne() {
        Exchange before = new ExchangeImpl();
        call(before);

        marks.clear();
        depart(before);
        assertThat(marks.has(Mark.HANDED_OVER)).as("before the request").isFalse();

        Exchange now = new ExchangeImpl();
        call(now);
        depart(before);
        assertThat(marks.has(Mark.HANDED_OVER)).as("after the request").isFalse();

        depart(now);
        assertThat(marks.between(Mark.RECEIVED, Mark.HANDED_OVER)).isPositive();
    }

    @Test
    void aNegotiationWhileTheCallIsUnderWayIsNotTakenForIt() {
        Exchange call = new ExchangeImpl();
        call(call);
        Exchange negotiation = new ExchangeImpl();
        arrive(negotiation, Phase.RECEIVE);

        depart(negotiation);
        assertThat(marks.has(Mark.HANDED_OVER))
                .as("the negotiation is answered")
                .isFalse();

        depart(call);
        assertThat(marks.has(Mark.HANDED_OVER)).as("the call is answered").isTrue();
    }

    private void call(Exchange exchange) {
        arrive(exchange, Phase.RECEIVE);
        arrive(exchange, Phase.PRE_INVOKE);
    }

    private void arrive(Exchange exchange, String phase) {
        pass(chains.getInInterceptors(), phase, exchange);
    }

    private void depart(Exchange exchange) {
        pass(chains.getOutInterceptors(), Phase.SETUP_ENDING, exchange);
    }

    @SuppressWarnings("unchecked") // they take any message
    private static void pass(List<Interceptor<? extends Message>> chain, String phase, Exchange exchange) {
        Message message = new MessageImpl();
        message.setExchange(exchange);
        for (Interceptor<? extends Message> each : chain) {
            if (each instanceof PhaseInterceptor<? extends Message> phased
                    && phased.getPhase().equals(phase)) {
                ((Interceptor<Message>) each).handleMessage(message);
            }
        }
    }
}
