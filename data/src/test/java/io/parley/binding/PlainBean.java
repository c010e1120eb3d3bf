package io.parley.binding;

/** Needs nothing but Java, so that any class loader can have it. */
class PlainBean {
    @SuppressWarnings("UnusedVariable") // reached by what is tested
    private int number;

    public int getNumber() {
        return number;
    }

    public void setNumber(int number) {
        this.number = number;
    }
}
