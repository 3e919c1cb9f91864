/** `:name`, but not the cast `::name`. */
const NAMED = /(?<!:):([a-z_][a-z0-9_]*)/gi;
const LIMITED = /\b(LIMIT|OFFSET) :/g;

/** A statement with the placeholders of a driver, and the names of its values in their order. */
export interface PositionedStatement {
  readonly text: string;
  readonly names: readonly string[];
}

/** Turns `:name` into `$1`. A name that occurs twice gets one number. */
export function numberParameters(text: string): PositionedStatement {
  const names: string[] = [];
  const numberedText = text.replace(NAMED, (_, name: string) => {
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}`;
  });
  return { text: numberedText, names };
}

/**
 * Turns `:name` into `?`: binding values by their names took longer than many a statement.
 * A limit becomes `+?`: the planner looks at the value of a bare `?`, so SQLite would recompile the statement whenever it is bound.
 */
export function positionParameters(text: string): PositionedStatement {
  const names: string[] = [];
  const positionedText = text.replaceAll(LIMITED, '$1 +:').replace(NAMED, (_, name: string) => {
    names.push(name);
    return '?';
  });
  return { text: positionedText, names };
}
