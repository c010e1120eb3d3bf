package io.parley.binding;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Placeholder for the generated code of one class until its first use: most classes of a large contract are never used.
 * On first use the accessors of the class switch to the generated code. Thread-safe.
 */
final class LazyAccess extends BeanAccess {
    private final Class<?> declaring;
    private final List<BeanMember> members;
    private final List<Accessor> accessors = new ArrayList<>();
    private volatile @Nullable BeanAccess generated;
    private volatile String reason = "";
    private @Nullable BeanMaker maker;

    /**
     * @param members members that the class itself declares and that are not final; at most {@link
     *     AccessClass#MAX_MEMBERS}
     */
    LazyAccess(Class<?> declaring, List<BeanMember> members) throws UnbindableException {
        this.declaring = declaring;
        this.members = List.copyOf(members);
        for (int i = 0; i < members.size(); i++) {
            accessors.add(Accessor.generated(members.get(i), this, i));
        }
    }

    /** Returns the accessors in the order of the members. */
    List<Accessor> accessors() {
        return accessors;
    }

    /** Returns the factory of objects of the class. */
    synchronized BeanMaker maker() {
        if (maker == null) {
            BeanAccess known = generated;
            maker = new BeanMaker(known == null ? this : known);
        }
        return maker;
    }

    /**
     * Returns the reason why the class is accessed by method handles although code was requested; empty if it is not.
     */
    String reason() {
        return reason;
    }

    /** Returns whether the code was generated. */
    boolean isGenerated() {
        return generated != null;
    }

    /** Returns the code, which is generated on first use. */
    BeanAccess generated() {
        BeanAccess known = generated;
        return known == null ? generate() : known;
    }

    private synchronized BeanAccess generate() {
        BeanAccess known = generated;
        if (known != null) {
            return known;
        }
        HiddenClasses.Attempt<BeanAccess> attempt = AccessClass.CLASSES.generate(declaring, members);
        BeanAccess fresh = attempt.instance() == null ? new HandlesAccess(declaring, members) : attempt.instance();
        reason = attempt.reason();
        generated = fresh;
        // Neither kind has mutable state. A thread that still sees this placeholder is forwarded.
        accessors.forEach(each -> each.replace(fresh));
        if (maker != null) {
            maker.replace(fresh);
        }
        return fresh;
    }

    @Override
    protected Object newInstance() throws Throwable {
        return generated().newInstance();
    }

    @Override
    protected @Nullable Object get(Object bean, int member) throws Throwable {
        return generated().get(bean, member);
    }

    @Override
    protected void set(Object bean, int member, @Nullable Object value) throws Throwable {
        generated().set(bean, member, value);
    }

    @Override
    protected long bits(Object bean, int member) throws Throwable {
        return generated().bits(bean, member);
    }

    @Override
    protected void bits(Object bean, int member, long bits) throws Throwable {
        generated().bits(bean, member, bits);
    }
}
