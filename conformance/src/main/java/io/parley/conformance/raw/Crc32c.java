package io.parley.conformance.raw;

/** The checksum CRC-32C (RFC 3720, appendix B.4), computed by a table. */
public final class Crc32c {
    private static final int REVERSED_POLYNOMIAL = 0x82F63B78;
    private static final int[] TABLE = table();

    private Crc32c() {}

    private static int[] table() {
        int[] table = new int[256];
        for (int value = 0; value < table.length; value++) {
            int sum = value;
            for (int bit = 0; bit < 8; bit++) {
                sum = (sum & 1) == 0 ? sum >>> 1 : (sum >>> 1) ^ REVERSED_POLYNOMIAL;
            }
            table[value] = sum;
        }
        return table;
    }

    /** Returns the checksum of a part of an array as 32 bits. */
    public static int of(byte[] bytes, int from, int to) {
        int sum = -1;
        for (int at = from; at < to; at++) {
            sum = (sum >>> 8) ^ TABLE[(sum ^ bytes[at]) & 0xFF];
        }
        return ~sum;
    }
}
