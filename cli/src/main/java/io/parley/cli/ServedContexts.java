package io.parley.cli;

import io.parley.context.EntryInfo;
import io.parley.context.Value;
import io.parley.store.wscontext.ContextServiceHandler;
import io.parley.store.wscontext.message.WsContextException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Contexts of a WS-Context service, which have contents and no other entries, and cannot be listed. */
final class ServedContexts implements Contexts {
    private final ContextServiceHandler service;
    private final ContextsOptions options;

    ServedContexts(ContextServiceHandler service, ContextsOptions options) {
        this.service = service;
        this.options = options;
    }

    @Override
    public List<EntryInfo> owned() {
        throw unlisted();
    }

    @Override
    public List<EntryInfo> entries(String context) {
        throw unlisted();
    }

    private RuntimeException unlisted() {
        return options.wrong(
                "a service of WS-Context lists nothing; give the address of its store, such as sqlite:PATH");
    }

    @Override
    public Optional<Found> get(String context, String name) throws WsContextException {
        checkName(name);
        return service.getVersioned(context).map(found -> new Found(found.value(), found.version()));
    }

    @Override
    public String begin(Duration lifetime, Collection<String> participants) throws WsContextException {
        return service.begin(lifetime, participants);
    }

    @Override
    public long put(String context, String name, Value value, @Nullable Long version) throws WsContextException {
        checkName(name);
        return version == null ? service.setContent(context, value) : service.setContent(context, value, version);
    }

    @Override
    public boolean delete(String context, String name) {
        throw options.wrong(
                "a service of WS-Context removes no single entry; leave the name out to complete the context");
    }

    @Override
    public void remove(String context) throws WsContextException {
        service.complete(context);
    }

    private void checkName(String name) {
        if (!name.equals(CONTENTS)) {
            throw options.wrong("a context of WS-Context has one entry, " + CONTENTS + "; found " + name);
        }
    }

    @Override
    public void close() {
        service.close();
    }
}
