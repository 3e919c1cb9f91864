import type { Finding } from './finding.ts';
import type { Problem } from './response-checker.ts';

/** Records each kind of problem once, however many requests show it. */
export class Findings {
  private readonly found = new Map<string, Finding>();

  get all(): readonly Finding[] {
    return [...this.found.values()];
  }

  /** Whether the problem is already recorded; if so, counts it once more. */
  countIfKnown(problem: Problem, place: string): boolean {
    const known = this.found.get(signature(problem, place));
    if (known) known.times += 1;
    return known !== undefined;
  }

  add(number: number, problem: Problem, place: string, reproduction: string): void {
    if (this.countIfKnown(problem, place)) return;
    const message = `${place}: ${problem.message}`;
    this.found.set(signature(problem, place), { ...problem, message, number, reproduction, times: 1 });
  }
}

const SIGNATURE_CHARACTERS = 120;

/** Problems that differ only in ids and numbers are the same. */
const signature = ({ kind, message }: Problem, place: string): string =>
  [kind, place, message.slice(0, SIGNATURE_CHARACTERS).replace(/[0-9a-f-]{8,}|\d+/g, '#')].join(' ');
