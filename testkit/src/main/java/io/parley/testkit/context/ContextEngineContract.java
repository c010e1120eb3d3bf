package io.parley.testkit.context;

import org.junit.jupiter.api.Nested;

/**
 * All contracts that an engine keeps within one process. Tests of an engine extend it and provide the place of its
 * stores.
 */
public abstract class ContextEngineContract {

    /** Returns a place for the stores of one test. */
    protected abstract StorePlace place() throws Exception;

    /** Returns the value of {@link ContextConcurrencyContract#rounds}. */
    protected int rounds() {
        return 20;
    }

    /** Returns the value of {@link ContextModelContract#runs}. */
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
