package io.parley.wrong.conformance;

import io.parley.wrong.channel.Line;
import java.util.List;

/** A class of the conformance module, which is written from the pages alone, that uses a class of the core. */
final class BorrowsACodec {
    Line line = new Line(List.of());
}
