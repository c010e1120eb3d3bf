package io.parley.testkit.generate;

import java.util.Random;

/**
 * Generates random XML text, mostly short, with typical difficulties of codecs: white space, markup, every width of
 * UTF-8.
 */
public final class TextGenerator {
    private final Random random;

    TextGenerator(Random random) {
        this.random = random;
    }

    /** Returns a text, which may be empty. */
    public String next() {
        int kind = random.nextInt(10);
        int length = kind == 0 ? 0 : kind == 1 ? 200 + random.nextInt(2_000) : 1 + random.nextInt(20);
        int widest = random.nextInt(4);
        var text = new StringBuilder();
        while (text.length() < length) {
            text.appendCodePoint(character(widest));
        }
        return text.toString();
    }

    private int character(int widest) {
        return switch (random.nextInt(4 + widest)) {
            case 0, 1 -> 'a' + random.nextInt(26);
            case 2 -> " \t\n\r<>&\"']0".charAt(random.nextInt(11));
            case 3 -> ' ' + random.nextInt(0x7F - ' ');
            case 4 -> 0xA0 + random.nextInt(0x760);
            case 5 -> 0x800 + random.nextInt(0xD000);
            default -> 0x10000 + random.nextInt(0x100000 - 2);
        };
    }
}
