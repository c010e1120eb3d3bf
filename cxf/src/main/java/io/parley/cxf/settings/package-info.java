/**
 * The settings: their list, the form of their values, how they are looked up, and their check. Public: {@link
 * io.parley.cxf.settings.Setting} and {@link io.parley.cxf.settings.Settings}, for applications. Thread rule:
 * everything is immutable; looking up a setting reads properties of CXF, which are safe for that.
 */
@NullMarked
package io.parley.cxf.settings;

import org.jspecify.annotations.NullMarked;
