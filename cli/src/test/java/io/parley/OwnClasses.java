package io.parley;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

/** The classes of all modules without tests, imported once per JVM. Thread-safe. */
final class OwnClasses {
    private static final JavaClasses ALL = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .withImportOption(location -> !location.contains("-tests.jar"))
            .importPackages("io.parley");

    private OwnClasses() {}

    static JavaClasses all() {
        return ALL;
    }
}
