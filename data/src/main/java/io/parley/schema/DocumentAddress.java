package io.parley.schema;

import java.net.URI;

/** Resolution of relative references between documents (RFC 3986, section 5.2). */
public final class DocumentAddress {
    private DocumentAddress() {}

    /**
     * Resolves a reference, also in two cases that {@link URI#resolve} gets wrong: a query alone refers to the same
     * document, not to its folder, and an address without a path has the path {@code /}, so that its host is preserved.
     *
     * @param from address of the document that contains the reference
     * @throws IllegalArgumentException if the reference is not a valid URI reference
     */
    public static URI resolve(URI from, String reference) {
        String text = reference.strip().replace(" ", "%20");
        if (text.isEmpty() || text.startsWith("?")) {
            return URI.create(from.toString().replaceFirst("[?#].*", "") + text);
        }
        return rooted(from).resolve(text);
    }

    private static URI rooted(URI from) {
        boolean isBare = from.getRawAuthority() != null
                && (from.getRawPath() == null || from.getRawPath().isEmpty());
        return isBare ? URI.create(from.getScheme() + "://" + from.getRawAuthority() + "/") : from;
    }
}
