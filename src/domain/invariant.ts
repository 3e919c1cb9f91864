/** A rule of the domain was broken by our own code. Never caught on purpose: it ends the request as a 500. */
export class InvariantViolation extends Error {
  override readonly name = 'InvariantViolation';
}

export function invariant(condition: boolean, rule: string): asserts condition {
  if (!condition) throw new InvariantViolation(rule);
}
