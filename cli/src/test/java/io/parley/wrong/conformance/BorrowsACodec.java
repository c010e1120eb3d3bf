package io.parley.wrong.conformance;

import io.parley.wrong.channel.Line;
import java.util.List;

/** Is written from the pages, and takes a class of the core all the same. */
final class BorrowsACodec {
    Line line = new Line(List.of());
}
