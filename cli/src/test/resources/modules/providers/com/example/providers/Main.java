package com.example.providers;

import io.parley.Providers;
import io.parley.channel.ChannelProvider;
import io.parley.compression.Compression;
import io.parley.context.ContextStoreProvider;
import io.parley.representation.Representation;

public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        ClassLoader loader = Main.class.getClassLoader();
        System.out.println("channels " + Providers.names(ChannelProvider.class, loader));
        System.out.println("compressions " + Providers.names(Compression.class, loader));
        System.out.println("stores " + Providers.names(ContextStoreProvider.class, loader));
        System.out.println("representations " + Providers.names(Representation.class, loader));
    }
}
