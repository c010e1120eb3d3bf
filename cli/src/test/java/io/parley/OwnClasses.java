package io.parley;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

/** Classes of all modules without their tests, read once in a JVM. Thread-safe. */
final class OwnClasses {
    private static final JavaClasses ALL = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .withImportOption(location -> !location.contains("-tests.jar"))
            .importPackages("io.parley");

    private OwnClasses() {}

    /** Returns them. */
    static JavaClasses all() {
        return ALL;
    }
}
