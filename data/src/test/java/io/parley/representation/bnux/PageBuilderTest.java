package io.parley.representation.bnux;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.UnpooledByteBufAllocator;
import io.parley.representation.Sink;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that a builder can be reused for the next document after its pages were full, however they were filled. */
class PageBuilderTest {
    private static final int PAGES = 5;

    private enum Filled {
        WITH_SHORT_VALUES {
            @Override
            void add(PageBuilder page, int i) {
                page.attribute("", "a" + i % 50, "", Integer.toString(i % 8_000, Character.MAX_RADIX), Format.CDATA);
            }
        },
        WITH_QUALIFIED_NAMES {
            @Override
            void add(PageBuilder page, int i) {
                page.start("p", "e" + i % 300, "urn:p");
                page.attribute("q", "a", "urn:q", "", Format.CDATA);
            }
        },
        WITH_DISTINCT_TEXTS {
            @Override
            void add(PageBuilder page, int i) {
                page.text(Format.TEXT, Integer.toString(i, Character.MAX_RADIX));
            }
        },
        WITH_LONG_CHARACTERS {
            @Override
            void add(PageBuilder page, int i) {
                page.text(Format.TEXT, "\u65e5".repeat(500 + i % 500));
            }
        },
        WITH_ONE_TEXT {
            @Override
            void add(PageBuilder page, int i) {
                page.text(Format.TEXT, "x");
            }
        };

        abstract void add(PageBuilder page, int i);

        void fill(PageBuilder page) {
            for (int i = 0; !page.isFull(); i++) {
                add(page, i);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void wholePagesLeaveItSmallEnoughToBeKept(Filled filled) {
        PageBuilder page = new PageBuilder();
        page.base("");
        for (int i = 0; i < PAGES; i++) {
            filled.fill(page);
            page.complete(i == 0);
            assertThat(page.isLarge()).as("after page %d", i).isFalse();
        }
    }

    @ParameterizedTest
    @EnumSource
    void pagesInPiecesLeaveItSmallEnoughToBeKept(Filled filled) {
        PageBuilder page = new PageBuilder();
        Sink sink = new Sink(new UnpooledByteBufAllocator(false), 1 << 16, (chunk, last) -> chunk.release());
        for (int i = 0; i < PAGES; i++) {
            filled.fill(page);
            page.writePiece(sink, Format.OPENS_PAGE | Format.MORE_FOLLOWS);
            page.clear();
            assertThat(page.isLarge()).as("after page %d", i).isFalse();
        }
        sink.discard();
    }
}
