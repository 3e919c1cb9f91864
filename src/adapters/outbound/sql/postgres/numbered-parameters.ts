/** A statement with `$1` placeholders, and the name of each parameter in the order of its number. */
export interface NumberedStatement {
  readonly text: string;
  readonly names: readonly string[];
}

/** `:name`, but not the cast `::name`. */
const NAMED = /(?<!:):([a-z_][a-z0-9_]*)/gi;

/** Turns `:name` into `$1`. A name that occurs twice gets one number. */
export function numberParameters(text: string): NumberedStatement {
  const names: string[] = [];
  const numberedText = text.replace(NAMED, (_, name: string) => {
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}`;
  });
  return { text: numberedText, names };
}
