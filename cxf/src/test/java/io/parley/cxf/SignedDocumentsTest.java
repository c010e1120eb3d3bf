package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.Limits;
import io.parley.representation.Representation;
import io.parley.representation.Representations;
import io.parley.schema.SafeXml;
import io.parley.testkit.Encoded;
import io.parley.testkit.Infoset;
import io.parley.testkit.NewKeys;
import java.io.ByteArrayInputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Properties;
import javax.crypto.SecretKey;
import javax.security.auth.callback.CallbackHandler;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.apache.wss4j.common.crypto.Crypto;
import org.apache.wss4j.common.crypto.CryptoFactory;
import org.apache.wss4j.common.ext.WSPasswordCallback;
import org.apache.wss4j.common.ext.WSSecurityException;
import org.apache.wss4j.common.util.KeyUtils;
import org.apache.wss4j.dom.WSConstants;
import org.apache.wss4j.dom.engine.WSSecurityEngine;
import org.apache.wss4j.dom.handler.WSHandlerResult;
import org.apache.wss4j.dom.message.WSSecEncrypt;
import org.apache.wss4j.dom.message.WSSecHeader;
import org.apache.wss4j.dom.message.WSSecSignature;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;

/** Tests documents signed and encrypted by WSS4J, transported in representations that preserve Canonical XML. */
class SignedDocumentsTest {
    private static final String AMOUNT = "amount-1000";
    private static final String SOAP = """
            <soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Header/>\
            <soap:Body><o:order xmlns:o="urn:orders" xmlns:u="urn:unused" id="7"> <o:sum>amount-1000</o:sum>
            <note xmlns="">  kept <!-- as --> it is  </note></o:order></soap:Body></soap:Envelope>""";

    @TempDir
    private static Path folder;

    private static Crypto crypto;

    @BeforeAll
    static void makeKeys() throws Exception {
        Path store = folder.resolve("keys.p12");
        NewKeys.write(store, "alice", "-keyalg", "RSA");
        var keys = new Properties();
        keys.setProperty("org.apache.wss4j.crypto.merlin.keystore.file", store.toString());
        keys.setProperty("org.apache.wss4j.crypto.merlin.keystore.type", "PKCS12");
        keys.setProperty("org.apache.wss4j.crypto.merlin.keystore.password", NewKeys.PASSWORD);
        keys.setProperty("org.apache.wss4j.crypto.merlin.keystore.alias", "alice");
        crypto = CryptoFactory.getInstance(keys);
    }

    @ParameterizedTest
    @ValueSource(strings = {"bnux", "fastinfoset", "exi", "xml"})
    void aSignatureHoldsOnTheOtherSide(String name) throws Exception {
        Encoded encoded = encoded(name, signed(false));

        assertThat(verified(encoded)).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"bnux", "fastinfoset", "exi", "xml"})
    void whatWasEncryptedIsDecryptedAndItsSignatureHolds(String name) throws Exception {
        String text = signed(true);
        assertThat(text).doesNotContain(AMOUNT);
        Encoded encoded = encoded(name, text);

        Document tree = encoded.read(Limits.defaults(), Infoset::tree);
        assertThat(verify(tree).getResults()).hasSizeGreaterThanOrEqualTo(2);
        assertThat(tree.getElementsByTagNameNS("urn:orders", "sum").item(0).getTextContent())
                .isEqualTo(AMOUNT);
    }

    /** These representations contain the text literally. */
    @ParameterizedTest
    @ValueSource(strings = {"bnux", "fastinfoset", "xml"})
    void aChangedByteIsNoticed(String name) throws Exception {
        Encoded encoded = encoded(name, signed(false));
        byte[] changed = encoded.bytes().clone();
        int at = new String(changed, StandardCharsets.ISO_8859_1).indexOf(AMOUNT);
        assertThat(at).isPositive();
        changed[at + AMOUNT.length() - 1] = '1';

        assertThatThrownBy(() -> verified(Encoded.of(representation(name), changed)))
                .isInstanceOf(WSSecurityException.class);
    }

    private static String signed(boolean encrypted) throws Exception {
        Document document =
                SafeXml.document(new ByteArrayInputStream(SOAP.getBytes(StandardCharsets.UTF_8)), Limits.defaults());
        var header = new WSSecHeader(document);
        header.insertSecurityHeader();
        var signature = new WSSecSignature(header);
        signature.setUserInfo("alice", NewKeys.PASSWORD);
        signature.setKeyIdentifierType(WSConstants.BST_DIRECT_REFERENCE);
        signature.build(crypto);
        if (encrypted) {
            var encryption = new WSSecEncrypt(header);
            encryption.setUserInfo("alice");
            SecretKey key = KeyUtils.getKeyGenerator(WSConstants.AES_128).generateKey();
            encryption.build(crypto, key);
        }
        var text = new StringWriter();
        SafeXml.transformer().transform(new DOMSource(document), new StreamResult(text));
        return text.toString();
    }

    private static Encoded encoded(String name, String text) throws Exception {
        return Encoded.of(representation(name), Infoset.parsed(text), 1024);
    }

    private static Representation representation(String name) {
        return Representations.load(SignedDocumentsTest.class.getClassLoader()).get(name);
    }

    private static int verified(Encoded encoded) throws Exception {
        Document tree = encoded.read(Limits.defaults(), Infoset::tree);
        return verify(tree).getActionResults().get(WSConstants.SIGN).size();
    }

    private static WSHandlerResult verify(Document tree) throws WSSecurityException {
        CallbackHandler password = callbacks -> ((WSPasswordCallback) callbacks[0]).setPassword(NewKeys.PASSWORD);
        return new WSSecurityEngine().processSecurityHeader(tree, null, password, crypto);
    }
}
