package io.parley.binding;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Access to the members of one class by method handles, with the member numbers of generated code. */
final class HandlesAccess extends BeanAccess {
    private final BeanAccess[] members;
    private final @Nullable BeanAccess maker;

    /**
     * @throws IllegalStateException if a member cannot be accessed by handles either
     */
    HandlesAccess(Class<?> declaring, List<BeanMember> members) {
        try {
            this.members = new BeanAccess[members.size()];
            for (int i = 0; i < this.members.length; i++) {
                this.members[i] = HandleAccess.of(members.get(i));
            }
            this.maker = AccessClass.isInstantiable(declaring)
                    ? HandleAccess.of(declaring.getDeclaredConstructor(), declaring)
                    : null;
        } catch (UnbindableException | NoSuchMethodException e) {
            throw new IllegalStateException(
                    declaring.getName() + " is accessible neither by generated code nor by handles", e);
        }
    }

    @Override
    protected Object newInstance() throws Throwable {
        if (maker == null) {
            throw none(-1);
        }
        return maker.newInstance();
    }

    @Override
    protected @Nullable Object get(Object bean, int member) throws Throwable {
        return members[member].get(bean, 0);
    }

    @Override
    protected void set(Object bean, int member, @Nullable Object value) throws Throwable {
        members[member].set(bean, 0, value);
    }

    @Override
    protected long bits(Object bean, int member) throws Throwable {
        return members[member].bits(bean, 0);
    }

    @Override
    protected void bits(Object bean, int member, long bits) throws Throwable {
        members[member].bits(bean, 0, bits);
    }
}
