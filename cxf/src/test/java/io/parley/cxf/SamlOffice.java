package io.parley.cxf;

import io.parley.testkit.NewKeys;
import jakarta.xml.soap.SOAPException;
import jakarta.xml.soap.SOAPHeader;
import jakarta.xml.soap.SOAPMessage;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.CallbackHandler;
import org.apache.cxf.interceptor.InterceptorProvider;
import org.apache.cxf.ws.security.wss4j.WSS4JInInterceptor;
import org.apache.cxf.ws.security.wss4j.WSS4JOutInterceptor;
import org.apache.wss4j.common.crypto.CryptoFactory;
import org.apache.wss4j.common.ext.WSSecurityException;
import org.apache.wss4j.common.saml.SAMLCallback;
import org.apache.wss4j.common.saml.bean.AuthenticationStatementBean;
import org.apache.wss4j.common.saml.bean.ConditionsBean;
import org.apache.wss4j.common.saml.bean.SubjectBean;
import org.apache.wss4j.common.saml.bean.Version;
import org.w3c.dom.NodeList;

/** Says by assertions of SAML who alice is, and believes those it has signed itself; all of it WSS4J's, over trees. */
final class SamlOffice {
    private final Properties keys;
    private final String alias;

    /** What comes with a message: the first is believed, and each other differs from it in one respect. */
    enum Brought {
        GOOD("believed"),
        /** Another name stands in it than was signed. */
        ALTERED("SAML signature validation failed"),
        EXPIRED("SAML token security failure"),
        UNSIGNED("SAML token security failure"),
        /** Signed by another office that goes by the same name. */
        OF_A_STRANGER("Error during certificate path validation"),
        NOTHING("An error was discovered processing the <wsse:Security> header");

        /** How WSS4J begins when it tells its service why. */
        final String reason;

        Brought(String reason) {
            this.reason = reason;
        }
    }

    /** One with that key of a key store, as WSS4J is told of it. */
    SamlOffice(Properties keys, String alias) {
        this.keys = keys;
        this.alias = alias;
    }

    /** Wants an assertion with each message, and makes of the caller who it says he is. */
    WSS4JInInterceptor judge() {
        return new WSS4JInInterceptor(
                new HashMap<>(Map.of("action", "SAMLTokenSigned", "signaturePropRefId", "keys", "keys", keys)));
    }

    /** Puts a new assertion into each message of a client. */
    void equip(InterceptorProvider client, Version version, Brought brought) {
        if (brought == Brought.NOTHING) {
            return;
        }
        Map<String, Object> settings = new HashMap<>();
        settings.put("action", "SAMLTokenUnsigned");
        settings.put("samlCallbackRef", issuing(version, brought));
        client.getOutInterceptors().add(new WSS4JOutInterceptor(settings));
        if (brought == Brought.ALTERED) {
            client.getOutInterceptors().add(new AfterSigning(SamlOffice::alter));
        }
    }

    /** Issues assertions for whoever brings them. */
    CallbackHandler issuing(Version version, Brought brought) {
        return issuing(version, brought, "bearer");
    }

    /** Issues assertions for messages that are signed by the office itself. */
    CallbackHandler vouching() {
        return issuing(Version.SAML_20, Brought.GOOD, "sender-vouches");
    }

    private CallbackHandler issuing(Version version, Brought brought, String method) {
        return callbacks -> {
            for (Callback each : callbacks) {
                issue((SAMLCallback) each, version, brought, method);
            }
        };
    }

    private void issue(SAMLCallback wanted, Version version, Brought brought, String method) throws IOException {
        String family = version == Version.SAML_20 ? "2.0" : "1.0";
        SubjectBean alice = new SubjectBean("alice", null, "urn:oasis:names:tc:SAML:" + family + ":cm:" + method);
        AuthenticationStatementBean known = new AuthenticationStatementBean();
        known.setSubject(alice);
        known.setAuthenticationMethod("Password");
        wanted.setSamlVersion(version);
        wanted.setIssuer("urn:office");
        wanted.setSubject(alice);
        wanted.setAuthenticationStatementData(List.of(known));
        Instant until = Instant.now().plus(Duration.ofHours(brought == Brought.EXPIRED ? -1 : 1));
        wanted.setConditions(new ConditionsBean(until.minus(Duration.ofHours(2)), until));
        wanted.setSignAssertion(brought != Brought.UNSIGNED);
        wanted.setIssuerKeyName(alias);
        wanted.setIssuerKeyPassword(NewKeys.PASSWORD);
        try {
            wanted.setIssuerCrypto(CryptoFactory.getInstance(keys));
        } catch (WSSecurityException e) {
            throw new IOException(e);
        }
    }

    /** Puts another name into what was signed. */
    private static void alter(SOAPMessage signed) throws SOAPException {
        SOAPHeader header = signed.getSOAPHeader();
        NodeList names = header.getElementsByTagNameNS("urn:oasis:names:tc:SAML:2.0:assertion", "NameID");
        NodeList older = header.getElementsByTagNameNS("urn:oasis:names:tc:SAML:1.0:assertion", "NameIdentifier");
        (names.getLength() > 0 ? names : older).item(0).setTextContent("mallory");
    }
}
