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

/** Issues SAML assertions about alice, and accepts only those that it signed; implemented with WSS4J over trees. */
final class SamlOffice {
    private final Properties keys;
    private final String alias;

    /** The assertion in a message: the first is accepted, and each other has one defect. */
    enum Brought {
        GOOD("believed"),
        /** The name was changed after the signature. */
        ALTERED("SAML signature validation failed"),
        EXPIRED("SAML token security failure"),
        UNSIGNED("SAML token security failure"),
        /** Signed by another issuer with the same name. */
        OF_A_STRANGER("Error during certificate path validation"),
        NOTHING("An error was discovered processing the <wsse:Security> header");

        /** The start of the reason that WSS4J gives its service. */
        final String reason;

        Brought(String reason) {
            this.reason = reason;
        }
    }

    /** Creates an issuer with a key of a key store, described by WSS4J's properties. */
    SamlOffice(Properties keys, String alias) {
        this.keys = keys;
        this.alias = alias;
    }

    /** Returns an interceptor that requires an assertion in each message, and makes its subject the caller. */
    WSS4JInInterceptor judge() {
        return new WSS4JInInterceptor(
                new HashMap<>(Map.of("action", "SAMLTokenSigned", "signaturePropRefId", "keys", "keys", keys)));
    }

    /** Adds an interceptor that puts a new assertion into each message of a client. */
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

    /** Returns a handler that issues bearer assertions. */
    CallbackHandler issuing(Version version, Brought brought) {
        return issuing(version, brought, "bearer");
    }

    /** Returns a handler that issues assertions for messages signed by the issuer itself. */
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

    /** Puts another name into the signed assertion. */
    private static void alter(SOAPMessage signed) throws SOAPException {
        SOAPHeader header = signed.getSOAPHeader();
        NodeList names = header.getElementsByTagNameNS("urn:oasis:names:tc:SAML:2.0:assertion", "NameID");
        NodeList older = header.getElementsByTagNameNS("urn:oasis:names:tc:SAML:1.0:assertion", "NameIdentifier");
        (names.getLength() > 0 ? names : older).item(0).setTextContent("mallory");
    }
}
