package io.parley.conformance.raw;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;

/**
 * A client that negotiates with a service at its URL by plain SOAP and opens sessions on the stream channel.
 *
 * @param url of the service
 * @param endpoint qualified name of its port
 * @param version of SOAP, 1 for 1.1 and 2 for 1.2
 * @param parts fingerprints of this client's parts by key; empty for a part that travels as infoset
 */
public record RawClient(URI url, String endpoint, int version, Map<String, String> parts) {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    /** Time between two offers to a service that is preparing. */
    private static final Duration PAUSE = Duration.ofMillis(250);

    public RawClient {
        parts = new TreeMap<>(parts);
    }

    /**
     * The terms that a service agreed to.
     *
     * @param answer the service's answer
     * @param address of the listener
     * @param digest over all terms
     * @param terms bytes of OPEN
     * @param numbers of the parts that may travel typed, by key
     */
    @SuppressWarnings("ArrayRecordComponent") // bytes of the wire, never compared as parts of a record
    public record Agreed(
            XmlTree answer, InetSocketAddress address, byte[] digest, byte[] terms, Map<String, Integer> numbers) {
        /** Returns the token of the answer. */
        public byte[] token() {
            return Base64.getUrlDecoder().decode(answer.one("token"));
        }
    }

    /** Posts a SOAP message and returns that of the response. */
    public String post(String envelope) throws IOException, InterruptedException {
        String type = version == 1 ? "text/xml;charset=utf-8" : "application/soap+xml;charset=utf-8";
        HttpRequest.Builder request = HttpRequest.newBuilder(url)
                .timeout(PATIENCE)
                .header("Content-Type", type)
                .POST(HttpRequest.BodyPublishers.ofString(envelope));
        if (version == 1) {
            request.header("SOAPAction", "\"\"");
        }
        return HttpClient.newHttpClient()
                .send(request.build(), HttpResponse.BodyHandlers.ofString())
                .body();
    }

    /**
     * Sends an offer and returns the agreement; repeats the offer while the service is preparing.
     *
     * @param representations by preference
     * @param reliabilities by preference
     * @throws WireError if the offer is refused otherwise or answered by a fault
     */
    public Agreed negotiate(List<String> representations, List<String> reliabilities)
            throws IOException, InterruptedException {
        RawOffer offer = new RawOffer(
                UUID.randomUUID().toString(),
                endpoint,
                representations,
                reliabilities,
                RawOffer.usualLimits(),
                RawDigests.data(parts));
        String response = post(offer.envelope(version));
        for (long end = System.nanoTime() + PATIENCE.toNanos(); isPreparing(response) && System.nanoTime() < end; ) {
            LockSupport.parkNanos(PAUSE.toNanos());
            response = post(offer.envelope(version));
        }
        return answered(offer, response);
    }

    private static boolean isPreparing(String response) {
        return XmlTree.parse(response)
                .find("refusal")
                .filter(refusal -> refusal.attribute("reason").equals("PREPARING"))
                .isPresent();
    }

    private Agreed answered(RawOffer offer, String response) {
        XmlTree answer = XmlTree.parse(response)
                .find("answer")
                .orElseThrow(() -> new WireError("expected an answer, found " + response));
        if (!answer.attribute("offer").equals(offer.id())
                || !answer.attribute("version").equals("1")) {
            throw new WireError("expected the answer to this offer in version 1, found another");
        }
        return agreed(XmlTree.parse(offer.xml()), answer);
    }

    private Agreed agreed(XmlTree offer, XmlTree answer) {
        byte[] digest = RawDigests.sha256(RawDigests.termsText(offer, answer));
        String theirs = answer.all("data").get(0).attribute("fingerprint");
        Map<String, String> listed = RawDigests.listed(answer);
        boolean same = theirs.equals(RawDigests.data(parts));
        List<String> keys = List.copyOf((same ? parts : listed).keySet());
        Map<String, Integer> numbers = new TreeMap<>();
        for (int number = 0; number < keys.size(); number++) {
            String own = parts.get(keys.get(number));
            boolean typed = own != null
                    && !own.isEmpty()
                    && (same || RawDigests.isAlike(listed.getOrDefault(keys.get(number), ""), own));
            if (typed) {
                numbers.put(keys.get(number), number);
            }
        }
        byte[] terms = same ? RawDigests.sameNumbering(theirs) : RawDigests.listedTerms(listed, parts);
        return new Agreed(answer, address(answer), digest, terms, numbers);
    }

    private InetSocketAddress address(XmlTree answer) {
        XmlTree address = answer.all("address").get(0);
        String host = address.attribute("host");
        return new InetSocketAddress(
                host.isEmpty() ? url.getHost() : host, Integer.parseInt(address.attribute("port")));
    }

    /** Opens a session of an agreement. */
    public RawSession open(Agreed agreed) throws IOException {
        return RawSession.open(agreed.address(), agreed.token(), agreed.digest(), agreed.terms());
    }
}
