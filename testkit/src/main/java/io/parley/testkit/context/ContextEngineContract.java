package io.parley.testkit.context;

import org.junit.jupiter.api.Nested;

/** Every contract that an engine keeps in one process; its tests extend it and say where its stores live. */
public abstract class ContextEngineContract {

    /** A place for the stores of one test. */
    protected abstract StorePlace place() throws Exception;

    /** As {@link ContextConcurrencyContract#rounds}. */
    protected int rounds() {
        return 20;
    }

    /** As {@link ContextModelContract#runs}. */
    protected int runs() {
        return 5;
    }

    @Nested
    class Store extends ContextStoreContract {
        @Override
        protected StorePlace place() throws Exception {
            return ContextEngineContract.this.place();
        }
    }

    @Nested
    class Watch extends ContextWatchContract {
        @Override
        protected StorePlace place() throws Exception {
            return ContextEngineContract.this.place();
        }
    }

    @Nested
    class Concurrency extends ContextConcurrencyContract {
        @Override
        protected StorePlace place() throws Exception {
            return ContextEngineContract.this.place();
        }

        @Override
        protected int rounds() {
            return ContextEngineContract.this.rounds();
        }
    }

    @Nested
    class Model extends ContextModelContract {
        @Override
        protected StorePlace place() throws Exception {
            return ContextEngineContract.this.place();
        }

        @Override
        protected int runs() {
            return ContextEngineContract.this.runs();
        }
    }

    @Nested
    class Access extends ContextAccessContract {
        @Override
        protected StorePlace place() throws Exception {
            return ContextEngineContract.this.place();
        }
    }
}
