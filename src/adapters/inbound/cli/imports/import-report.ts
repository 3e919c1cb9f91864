import type { Conversion, Loss, Refusal } from '../../../converters/conversion.ts';
import { describeReport } from '../../../converters/describe-report.ts';
import { EXIT } from '../host/exit-codes.ts';
import type { ApiFailure } from '../prompts/api/api-failure.ts';
import { printDetail } from '../prompts/api/api-failure.ts';
import { tally } from '../prompts/sync/sync-report.ts';
import { visible } from '../terminal/safe-output.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { SentDocument } from './send-documents.ts';

interface ReportOptions {
  readonly json?: boolean;
  readonly strict?: boolean;
  readonly dryRun?: boolean;
}

const RESULTS = ['created', 'merged', 'unchanged', 'skipped', 'conflict', 'protected', 'breaking', 'failed', 'unknown'];
const FAILURES: readonly string[] = ['conflict', 'protected', 'breaking', 'failed', 'unknown'];

const BREAKS = 'This would break prompts that include it. Use --force to import it anyway.';

/** A file in JSON or YAML beside prompts may have been meant to be imported; notes and images were not. */
const DATA = /\.(json|jsonl|ndjson|ya?ml|prompt|prompty|agent)$/i;

/** Collects and prints what became of an import. */
export class ImportReport {
  #losses: readonly Loss[] = [];
  #refusals: readonly Refusal[] = [];
  #ignored: readonly string[] = [];
  #results: readonly SentDocument[] = [];

  constructor(
    private readonly terminal: Terminal,
    private readonly options: ReportOptions,
  ) {}

  addConversion({ losses, refusals, ignored }: Conversion): void {
    this.#losses = losses;
    this.#refusals = refusals;
    this.#ignored = ignored.filter((path) => DATA.test(path));
    for (const loss of losses) this.#report(`lost: ${describeReport(loss)}`);
    for (const refusal of refusals) this.#report(describeReport(refusal));
    for (const path of this.#ignored) this.#report(`ignored: ${path}`);
  }

  /** Nothing may be sent: the user wants all of it or nothing. */
  get isBlocked(): boolean {
    return this.options.strict === true && this.#losses.length + this.#refusals.length > 0;
  }

  addResults(results: readonly SentDocument[]): void {
    this.#results = results;
    for (const { name, versions, result, refusal, details } of results) {
      const what = `${result.padEnd(9)}  ${name}  ${versions === 1 ? '1 version' : `${versions} versions`}`;
      if (!this.options.json) this.terminal.print(what);
      const problem = refusal?.error ?? (details && BREAKS);
      const reasons = (refusal?.details ?? details ?? []).map((detail) => `\n  ${printDetail(detail)}`).join('');
      if (problem) this.#report(`${name}: ${problem}${reasons}`);
    }
  }

  /** Returns the exit code. */
  finish(): number {
    const failure = this.#failure();
    const counts = tally(
      RESULTS,
      this.#results.map(({ result }) => result),
    );
    if (this.#results.length > 0) this.#report(this.options.dryRun ? `${counts} (nothing was written)` : counts);
    if (failure) this.#report(failure.error);
    this.#print(failure);
    return failure ? EXIT.failed : EXIT.succeeded;
  }

  /** Reports that the service or the source failed. Returns the exit code. */
  fail(failure: ApiFailure): number {
    this.#report(failure.message);
    this.#print(failure.toReport());
    return failure.exitCode;
  }

  #failure(): { readonly error: string; readonly code: string } | undefined {
    if (this.isBlocked) return { error: 'Nothing was imported, because of --strict.', code: 'strict' };
    const failed = this.#results.filter(({ result }) => FAILURES.includes(result)).length;
    if (this.#refusals.length > 0) return { error: 'Not everything was imported.', code: 'refused' };
    return failed > 0 ? { error: 'Not everything was imported.', code: 'not_imported' } : undefined;
  }

  #print(failure: object | undefined): void {
    if (!this.options.json) return;
    this.terminal.print(
      JSON.stringify({
        ...failure,
        dryRun: this.options.dryRun ?? false,
        prompts: this.#results,
        losses: this.#losses,
        refusals: this.#refusals,
        ignored: this.#ignored,
      }),
    );
  }

  #report(text: string): void {
    this.terminal.report(visible(text));
  }
}
