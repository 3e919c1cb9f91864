const BYTES_MAX = 4 * 1024 * 1024;
const ANSWER_BYTES_MAX = BYTES_MAX / 8;
/** A question can be longer than its answer. */
const NAME_CHARACTERS_MAX = 400;
/** What each takes, its name included, besides its text. */
const ENTRY_BYTES = 1024;
/** A storage that lost its newest writes in a failover counts its revisions again: after this, no answer of before is left. */
const KEPT_MS = 5000;

/**
 * Answers that were written before. Whoever uses one asks storage first which revision holds now, every time,
 * so that it is as fresh as any; only the work of making it again is saved.
 */
export class ResponseCache<Answer extends { readonly body?: Buffer }> {
  /** The oldest first. */
  private readonly answers = new Map<string, { readonly answer: Answer; readonly until: number }>();
  private bytes = 0;

  constructor(private readonly now: () => number = () => performance.now()) {}

  get(name: string): Answer | undefined {
    const kept = this.answers.get(name);
    return kept && kept.until > this.now() ? kept.answer : undefined;
  }

  keep(name: string, answer: Answer): void {
    this.forget(name);
    const bytes = bytesOf(answer);
    if (bytes > ANSWER_BYTES_MAX || name.length > NAME_CHARACTERS_MAX) return;
    this.bytes += bytes;
    this.answers.set(name, { answer, until: this.now() + KEPT_MS });
    for (const [oldest, { until }] of this.answers) {
      if (this.bytes <= BYTES_MAX && until > this.now()) break;
      this.forget(oldest);
    }
  }

  private forget(name: string): void {
    const kept = this.answers.get(name);
    if (!kept) return;
    this.bytes -= bytesOf(kept.answer);
    this.answers.delete(name);
  }
}

const bytesOf = ({ body }: { readonly body?: Buffer }): number => ENTRY_BYTES + (body?.length ?? 0);
