package io.parley.negotiation.xml;

import io.parley.negotiation.HostPort;
import jakarta.xml.bind.annotation.XmlAttribute;
import org.jspecify.annotations.Nullable;

/** XML form of a channel's address; without a host it has the host of the service's own address. */
final class AddressXml {
    private static final int MAX_PORT = 65_535;
    private static final int MAX_HOST = 253;

    @XmlAttribute
    @Nullable
    String host;

    @XmlAttribute
    @Nullable
    String port;

    static AddressXml of(HostPort address) {
        AddressXml xml = new AddressXml();
        xml.host = address.isOwnHost() ? null : address.host();
        xml.port = String.valueOf(address.port());
        return xml;
    }

    HostPort toAddress(String where) {
        int number = Lexical.smallNumber(where + "/@port", port);
        if (number < 1 || number > MAX_PORT) {
            throw Lexical.malformed(where + "/@port", "1 to " + MAX_PORT, String.valueOf(number));
        }
        String name = Lexical.optional(host);
        if (name.length() > MAX_HOST) {
            throw Lexical.malformed(
                    where + "/@host", "at most " + MAX_HOST + " characters", name.length() + " of them");
        }
        return new HostPort(name, number);
    }
}
