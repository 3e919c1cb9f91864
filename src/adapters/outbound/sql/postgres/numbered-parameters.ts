/** A statement in the driver's own notation, with the parameters' names in the order of their numbers. */
export interface NumberedStatement {
  readonly text: string;
  readonly names: readonly string[];
}

/** A colon before a letter, but not the second one of a cast. */
const NAMED = /(?<!:):([a-z_][a-z0-9_]*)/gi;

/** `:name` to `$1`. A name that stands twice has one number. */
export function numbered(text: string): NumberedStatement {
  const names: string[] = [];
  const numberedText = text.replace(NAMED, (_, name: string) => {
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}`;
  });
  return { text: numberedText, names };
}
