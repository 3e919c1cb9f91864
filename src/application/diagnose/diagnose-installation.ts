import {
  type Finding,
  failure,
  type KeyringDiagnosis,
  ok,
  type StorageDiagnosis,
  type StorageFacts,
} from '../ports/diagnosis.ts';
import type { Clock } from '../ports/environment.ts';
import { StorageUnavailable } from '../ports/storage-unavailable.ts';
import { clockFinding } from './clock-finding.ts';
import { schemaFinding } from './schema-finding.ts';

type Examination =
  | { readonly kind: 'examined'; readonly facts: StorageFacts; readonly here: Date }
  | { readonly kind: 'failed'; readonly reason: string };

/** Looks at everything that the service will rely on, and says what to do about it. Changes nothing. */
export class DiagnoseInstallation {
  constructor(
    private readonly storage: StorageDiagnosis,
    private readonly keyring: KeyringDiagnosis,
    private readonly clock: Clock,
    /** Where the storage is, in words without secrets. */
    private readonly place: string,
  ) {}

  async execute(): Promise<readonly Finding[]> {
    const examination = await this.examineStorage();
    if (examination.kind === 'failed') {
      const keyring = await this.keyring.examine(undefined);
      return [this.unreachable(examination.reason), clockFinding(this.clock.now(), undefined), ...keyring];
    }
    const { facts, here } = examination;
    const { findings, schema } = facts;
    return [
      ...(schema ? [ok('storage', `${this.place} can be reached`)] : []),
      ...findings,
      ...(schema ? [schemaFinding(schema)] : []),
      clockFinding(here, facts.time),
      ...(await this.keyring.examine(facts.keyringChecks)),
    ];
  }

  /** Whatever goes wrong is a finding: a doctor that fails because the patient is ill is of no use. */
  private async examineStorage(): Promise<Examination> {
    try {
      const facts = await this.storage.examine();
      // Read right after the storage's own, so that the time in between does not count as a difference.
      return { kind: 'examined', facts, here: this.clock.now() };
    } catch (problem) {
      if (problem instanceof StorageUnavailable) return { kind: 'failed', reason: problem.reason };
      return { kind: 'failed', reason: problem instanceof Error ? problem.message : String(problem) };
    }
  }

  private unreachable(reason: string): Finding {
    return failure(
      'storage',
      `${this.place} cannot be used: ${reason}`,
      'see that it runs, that this machine and this user may reach it, and that storage.url names place, user and password rightly',
    );
  }
}
