package io.parley.binding;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Tests that code generated on first use behaves like code generated in advance. */
class LazyAccessTest {
    @Test
    void nothingIsGeneratedBeforeItIsUsed() throws Exception {
        Class<?> type = new Copies().loadClass(PlainBean.class.getName());
        LazyAccess access = of(type);
        assertThat(access.isGenerated()).isFalse();
        Object bean = access.maker().newInstance();
        assertThat(access.isGenerated()).isTrue();
        access.accessors().get(0).set(bean, 42);
        assertThat(access.accessors().get(0).get(bean)).isEqualTo(42);
        assertThat(access.reason()).isEmpty();
    }

    @Test
    void threadsThatUseItFirstAtTheSameTimeAllReachTheBean() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            for (int round = 0; round < 20; round++) {
                LazyAccess access = of(new Copies().loadClass(PlainBean.class.getName()));
                CountDownLatch start = new CountDownLatch(1);
                List<Future<Object>> reached = new ArrayList<>();
                for (int i = 0; i < 4; i++) {
                    int value = i;
                    reached.add(threads.submit(() -> {
                        start.await();
                        Object bean = access.maker().newInstance();
                        Accessor accessor = access.accessors().get(0);
                        accessor.bits(bean, value);
                        return accessor.get(bean);
                    }));
                }
                start.countDown();
                for (int i = 0; i < reached.size(); i++) {
                    assertThat(reached.get(i).get()).isEqualTo(i);
                }
            }
        } finally {
            threads.shutdown();
        }
    }

    @Test
    void aClassThatTakesNoOtherBesideItIsReachedByHandles() throws Exception {
        BeanMember member = new BeanMember.OfField(PlainBean.class.getDeclaredField("number"));
        HandlesAccess access = new HandlesAccess(PlainBean.class, List.of(member));
        BeanMaker maker = new BeanMaker(access);
        Accessor accessor = Accessor.generated(member, access, 0);
        Object bean = maker.newInstance();
        accessor.set(bean, 1);
        assertThat(accessor.get(bean)).isEqualTo(1);
        accessor.bits(bean, 2);
        assertThat(accessor.bits(bean)).isEqualTo(2);
    }

    private static LazyAccess of(Class<?> type) throws Exception {
        return new LazyAccess(type, List.of(new BeanMember.OfField(type.getDeclaredField("number"))));
    }

    /** A class loader with its own copy of a class, for which nothing was generated before. */
    private static final class Copies extends ClassLoader {
        Copies() {
            super(LazyAccessTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.equals(PlainBean.class.getName())) {
                return super.loadClass(name, resolve);
            }
            Class<?> known = findLoadedClass(name);
            if (known != null) {
                return known;
            }
            try (var in = LazyAccessTest.class.getResourceAsStream("/" + name.replace('.', '/') + ".class")) {
                byte[] code = in.readAllBytes();
                return defineClass(name, code, 0, code.length);
            } catch (java.io.IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
