import type { Finding } from './finding.ts';
import type { Complaint } from './judge.ts';

/** Each kind of trouble once, however many requests show it. */
export class Findings {
  private readonly found = new Map<string, Finding>();

  get count(): number {
    return this.found.size;
  }

  get all(): readonly Finding[] {
    return [...this.found.values()];
  }

  /** Whether there is one like it already, which then counts once more. */
  isKnown(complaint: Complaint, place: string): boolean {
    const known = this.found.get(signature(complaint, place));
    if (known) known.times += 1;
    return known !== undefined;
  }

  keep(number: number, complaint: Complaint, place: string, shown: string): void {
    if (this.isKnown(complaint, place)) return;
    const problem = `${place}: ${complaint.problem}`;
    this.found.set(signature(complaint, place), { ...complaint, problem, number, shown, times: 1 });
  }
}

const ALIKE_CHARACTERS = 120;

/** Ids and numbers differ from one request to the next, and make no other trouble. */
const signature = ({ kind, problem }: Complaint, place: string): string =>
  [kind, place, problem.slice(0, ALIKE_CHARACTERS).replace(/[0-9a-f-]{8,}|\d+/g, '#')].join(' ');
