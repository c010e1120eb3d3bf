package io.parley.examples.campaign;

import io.parley.Providers;
import io.parley.compression.Compression;
import io.parley.negotiation.CompressionTerm;
import io.parley.representation.Representation;
import io.parley.testkit.campaign.HeavyContent;
import java.util.ArrayList;
import java.util.List;

/**
 * A kind of client, and the form in which it receives responses.
 *
 * @param channel {@code soap} for a client that does not negotiate
 */
record ClientForm(Kind kind, String channel, String representation, String compression) {
    static final String SOAP = "soap";

    /** A kind of client. */
    enum Kind {
        /** Standalone client of the stream channel alone. */
        STREAM_CLIENT,
        /** Standalone client at a URL. */
        URL_CLIENT,
        /** Standalone client on a queue. */
        QUEUE_CLIENT,
        /** Proxy of CXF. */
        PROXY
    }

    /**
     * Returns all forms that the class path permits. There is none by SOAP over JMS, where the broker's library holds
     * each response as a whole before a client can refuse it.
     */
    static List<ClientForm> all() {
        List<ClientForm> forms = new ArrayList<>();
        forms.add(new ClientForm(Kind.URL_CLIENT, SOAP, "xml", CompressionTerm.NONE));
        forms.add(new ClientForm(Kind.URL_CLIENT, SOAP, "xml", "gzip"));
        for (String representation : representations()) {
            for (String compression : compressions()) {
                if (isCarried(representation)) {
                    forms.add(new ClientForm(Kind.STREAM_CLIENT, "stream", representation, compression));
                    List.of("http", "websocket")
                            .forEach(channel ->
                                    forms.add(new ClientForm(Kind.URL_CLIENT, channel, representation, compression)));
                    forms.add(new ClientForm(Kind.QUEUE_CLIENT, "jms", representation, compression));
                }
                List.of("stream", "http", "websocket", "jms")
                        .forEach(
                                channel -> forms.add(new ClientForm(Kind.PROXY, channel, representation, compression)));
            }
        }
        return forms;
    }

    private static boolean isCarried(String representation) {
        try {
            HeavyContent.ANSWERS.checkCarried(representation);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    static List<String> representations() {
        return List.copyOf(Providers.load(Representation.class, ClientForm.class.getClassLoader())
                .names());
    }

    static List<String> compressions() {
        List<String> all = new ArrayList<>(List.of(CompressionTerm.NONE));
        all.addAll(Providers.load(Compression.class, ClientForm.class.getClassLoader())
                .names());
        return all;
    }

    /** Returns the arguments of the program from which {@link #of} reads this. */
    List<String> arguments() {
        return List.of(kind.name(), channel, representation, compression);
    }

    /** Reads a form from the first arguments of a program. */
    static ClientForm of(String[] arguments) {
        return new ClientForm(Kind.valueOf(arguments[0]), arguments[1], arguments[2], arguments[3]);
    }

    @Override
    public String toString() {
        return String.join(" ", arguments());
    }
}
