/** `:name`, but not the cast `::name`. */
const NAMED = /(?<!:):([a-z_][a-z0-9_]*)/gi;
/** Matches `:name[7]`, too. */
const PLACED = /(?<!:):([a-z_][a-z0-9_]*)(?:\[(\d+)\])?/gi;

const LIMITED = /\b(LIMIT|OFFSET) :/g;

/** A statement with placeholders as Postgres takes them, and the names of its values in their order. */
export interface NumberedStatement {
  readonly text: string;
  readonly names: readonly string[];
}

/** Turns `:name` into `$1`. A name that occurs twice gets one number. */
export function numberParameters(text: string): NumberedStatement {
  const names: string[] = [];
  const numberedText = text.replace(NAMED, (_, name: string) => {
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}`;
  });
  return { text: numberedText, names };
}

/** The source of a value: a parameter, or an element of a list that is one. */
export interface ValuePlace {
  readonly name: string;
  readonly index: number | undefined;
}

/** A statement with placeholders as SQLite takes them, and the places of its values in their order. */
export interface PositionedStatement {
  readonly text: string;
  readonly places: readonly ValuePlace[];
}

/**
 * Turns `:name` and `:name[7]` into `?`: binding values by their names took longer than many a statement.
 * A limit becomes `+?`: the planner looks at the value of a bare `?`, so SQLite would recompile the statement whenever it is bound.
 */
export function positionParameters(text: string): PositionedStatement {
  const places: ValuePlace[] = [];
  const positionedText = text
    .replaceAll(LIMITED, '$1 +:')
    .replace(PLACED, (_, name: string, index: string | undefined) => {
      places.push({ name, index: index === undefined ? undefined : Number(index) });
      return '?';
    });
  return { text: positionedText, places };
}
