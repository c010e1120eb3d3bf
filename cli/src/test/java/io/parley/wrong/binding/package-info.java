@NullMarked
package io.parley.wrong.binding;

import org.jspecify.annotations.NullMarked;
