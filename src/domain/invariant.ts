/** Our own code broke a rule of the domain. Never caught on purpose: the request ends with status 500. */
export class InvariantViolation extends Error {
  override readonly name = 'InvariantViolation';
}

export function invariant(condition: boolean, rule: string): asserts condition {
  if (!condition) throw new InvariantViolation(rule);
}
