package io.parley.bench.document;

import java.util.Collections;
import java.util.Locale;
import java.util.Random;

/** The five messages of the TDXML paper. */
public enum Shape {
    /** A text of 50 bytes. */
    SHORT,
    /** One customer. */
    SIMPLE,
    /** Twenty customers. */
    MEDIUM,
    /** A customer and 50 products. */
    COMPLEX,
    /** A customer and 14 KB of incompressible data in place of a JPEG. */
    JPEG;

    private static final String TEXT = "A message of fifty bytes, as short as texts are..";
    private static final int CUSTOMERS = 20;
    private static final int PRODUCTS = 50;
    private static final int JPEG_BYTES = 14 * 1024;
    private static final int SEED = 14;

    /** Returns the name in results. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Creates a message of this shape, always with the same content. */
    public Update message() {
        Update made = new Update();
        switch (this) {
            case SHORT -> made.text = TEXT;
            case MEDIUM -> made.customers.addAll(Collections.nCopies(CUSTOMERS, new Customer()));
            case SIMPLE, COMPLEX, JPEG -> made.customers.add(new Customer());
        }
        if (this == COMPLEX) {
            made.products.addAll(Collections.nCopies(PRODUCTS, new Product()));
        }
        if (this == JPEG) {
            byte[] image = new byte[JPEG_BYTES];
            new Random(SEED).nextBytes(image);
            made.photograph = image;
        }
        return made;
    }
}
