import {
  type Finding,
  failure,
  type KeyringDiagnosis,
  ok,
  type StorageDiagnosis,
  type StorageFacts,
} from '../ports/diagnosis.ts';
import type { Clock } from '../ports/environment.ts';
import { StorageUnavailable } from '../ports/storage/storage-unavailable.ts';
import type { Webhooks } from '../ports/webhooks/webhooks.ts';
import { clockFinding } from './clock-finding.ts';
import { schemaFinding } from './schema-finding.ts';
import { webhookFinding } from './webhook-finding.ts';

type Examination =
  | { readonly kind: 'examined'; readonly facts: StorageFacts; readonly here: Date }
  | { readonly kind: 'failed'; readonly problem: unknown };

/** Checks everything that the service relies on, and suggests what to do. Changes nothing. */
export class DiagnoseInstallation {
  constructor(
    private readonly storage: StorageDiagnosis,
    private readonly keyring: KeyringDiagnosis,
    private readonly clock: Clock,
    /** The location of the storage, without secrets. */
    private readonly location: string,
    /** Undefined while webhooks are off. Opens the storage, so that it is called only if the schema is up to date. */
    private readonly openWebhooks?: () => Pick<Webhooks, 'countDisabled'>,
  ) {}

  async execute(): Promise<readonly Finding[]> {
    const examination = await this.examineStorage();
    if (examination.kind === 'failed') {
      const keyring = await this.keyring.examine(undefined);
      return [this.unreachable(examination.problem), clockFinding(this.clock.now(), undefined), ...keyring];
    }
    const { facts, here } = examination;
    const { findings, schema } = facts;
    return [
      ...(schema ? [ok('storage', `${this.location} can be reached`)] : []),
      ...findings,
      ...(schema ? [schemaFinding(schema)] : []),
      clockFinding(here, facts.time),
      ...(await this.keyring.examine(facts.keyringChecks)),
      ...(this.openWebhooks && schema && schema.found === schema.known
        ? [await webhookFinding(this.openWebhooks())]
        : []),
    ];
  }

  /** Reports every error as a finding, so that the other checks still run. */
  private async examineStorage(): Promise<Examination> {
    try {
      const facts = await this.storage.examine();
      // Read right after the storage's clock, so that the query's duration does not count as a difference.
      return { kind: 'examined', facts, here: this.clock.now() };
    } catch (problem) {
      return { kind: 'failed', problem };
    }
  }

  private unreachable(error: unknown): Finding {
    const explanation = error instanceof StorageUnavailable ? error.explanation : undefined;
    const reason = explanation ? `${explanation.problem} (${reasonOf(error)})` : reasonOf(error);
    return failure('storage', `${this.location} cannot be used: ${reason}`, explanation?.cure ?? GENERAL_CURE);
  }
}

const GENERAL_CURE =
  'check that it is running, that this machine and user may access it, and that host, user and password in storage.url are right';

function reasonOf(error: unknown): string {
  if (error instanceof StorageUnavailable) return error.reason;
  return error instanceof Error ? error.message : String(error);
}
