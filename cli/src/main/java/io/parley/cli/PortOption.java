package io.parley.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses a TCP port, 0 to 65535. */
final class PortOption implements ITypeConverter<Integer> {
    static final int HIGHEST = 65_535;

    @Override
    public Integer convert(String value) {
        try {
            int port = Integer.parseInt(value);
            if (port >= 0 && port <= HIGHEST) {
                return port;
            }
        } catch (NumberFormatException e) {
            // Refused below, as is a number out of range.
        }
        throw new TypeConversionException("expected a port from 0 to " + HIGHEST + ", found " + value);
    }
}
