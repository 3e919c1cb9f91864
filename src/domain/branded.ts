declare const brand: unique symbol;

/** A primitive with its own type, so that two kinds of string cannot be swapped by mistake. Created by parsing. */
export type Branded<Primitive, Name extends string> = Primitive & { readonly [brand]: Name };
