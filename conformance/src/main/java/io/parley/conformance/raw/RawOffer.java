package io.parley.conformance.raw;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An offer of docs/protocol/negotiation.md, section 13.1.
 *
 * @param id unique
 * @param endpoint qualified name of the port, in James Clark's notation
 * @param representations by preference
 * @param reliabilities by preference
 * @param limits values by setting
 * @param fingerprint over all parts
 */
public record RawOffer(
        String id,
        String endpoint,
        List<String> representations,
        List<String> reliabilities,
        Map<String, Long> limits,
        String fingerprint) {
    private static final String SOAP11 = "http://schemas.xmlsoap.org/soap/envelope/";
    private static final String SOAP12 = "http://www.w3.org/2003/05/soap-envelope";

    public RawOffer {
        representations = List.copyOf(representations);
        reliabilities = List.copyOf(reliabilities);
        limits = new LinkedHashMap<>(limits);
    }

    /** Returns the initial values of the agreed limits, as in the table of section 11. */
    public static Map<String, Long> usualLimits() {
        Map<String, Long> limits = new LinkedHashMap<>();
        String table = """
                frame-bytes 262144, message-bytes 67108864, session-bytes 134217728, streams 1024, stream-credit 1572864,
                session-credit 8388608, sides 128, side-bytes 1073741824, delta-bytes 4194304, resend-bytes 8388608,
                resume-millis 120000, depth 100, items 10000000, string-bytes 67108864, names 10000, attributes 500,
                static-headers 64, static-header-bytes 65536""";
        for (String row : table.split(",\\s*", -1)) {
            String[] cells = row.strip().split(" ", -1);
            limits.put("parley.limits." + cells[0], Long.valueOf(cells[1]));
        }
        return limits;
    }

    /** Returns the namespace of a SOAP version, 1 for 1.1 and 2 for 1.2. */
    public static String soap(int version) {
        return version == 1 ? SOAP11 : SOAP12;
    }

    /** Returns the offer as an element. */
    public String xml() {
        StringBuilder xml = new StringBuilder("<p:offer xmlns:p=\"urn:parley:1\" version=\"1\" id=\"")
                .append(id)
                .append("\" endpoint=\"")
                .append(endpoint)
                .append("\">");
        representations.forEach(name -> element(xml, "representation", name));
        element(xml, "channel", "stream");
        element(xml, "security", "none");
        element(xml, "compression", "none");
        reliabilities.forEach(name -> element(xml, "reliability", name));
        limits.forEach((name, value) -> xml.append("<p:limit name=\"")
                .append(name)
                .append("\" value=\"")
                .append(value)
                .append("\"/>"));
        element(xml, "lifetime", "3600");
        return xml.append("<p:data fingerprint=\"")
                .append(fingerprint)
                .append("\"/></p:offer>")
                .toString();
    }

    /** Returns the request that contains the offer, for a SOAP version. */
    public String envelope(int version) {
        return "<soap:Envelope xmlns:soap=\"" + soap(version) + "\"><soap:Header><p:negotiation"
                + " xmlns:p=\"urn:parley:1\" soap:mustUnderstand=\"1\"/></soap:Header><soap:Body>" + xml()
                + "</soap:Body></soap:Envelope>";
    }

    private static void element(StringBuilder xml, String name, String text) {
        xml.append("<p:")
                .append(name)
                .append('>')
                .append(text)
                .append("</p:")
                .append(name)
                .append('>');
    }
}
