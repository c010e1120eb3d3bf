module com.example.providers {
    requires io.parley.core;
}
