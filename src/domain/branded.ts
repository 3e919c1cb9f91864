declare const brand: unique symbol;

/** A primitive with a name of its own, so that two kinds of string cannot be swapped by mistake. Minted by parsing. */
export type Branded<Primitive, Name extends string> = Primitive & { readonly [brand]: Name };
