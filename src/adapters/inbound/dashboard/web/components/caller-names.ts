export interface NamedCaller {
  readonly name: string;
  readonly address: string;
}

/** `ci-runner (10.0.0.7)`. The callers beyond the limit have no address. */
export const nameCaller = ({ name, address }: NamedCaller): string => (address === '' ? name : `${name} (${address})`);

const NAMED_MAX = 5;

/** Names the first five callers, and counts the others. */
export function nameSome<Each>(callers: readonly Each[], nameOne: (caller: Each) => string): string {
  const named = callers.slice(0, NAMED_MAX).map(nameOne).join(', ');
  const others = callers.length - NAMED_MAX;
  return others > 0 ? `${named} and ${others} more` : named;
}
