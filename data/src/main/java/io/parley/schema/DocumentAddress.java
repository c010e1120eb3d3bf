package io.parley.schema;

import java.net.URI;

/** Addresses of documents that name others by references relative to them (RFC 3986, 5.2). */
public final class DocumentAddress {
    private DocumentAddress() {}

    /**
     * Resolves a reference where {@link URI#resolve} is known to be wrong, too: a query alone is one of the same document, not of
     * its folder, and an address without a path has the path {@code /}, so that its host stays what it is.
     *
     * @param from the document with the reference
     * @throws IllegalArgumentException if the reference is none
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
