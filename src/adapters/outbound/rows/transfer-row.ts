import type { RecordKind, TransferRecord } from '../../../application/ports/storage/storage-transfer.ts';
import { invariant } from '../../../domain/invariant.ts';

/** `text?` and `whole?` may be null. Whole numbers are counts, and milliseconds since 1970. */
type FieldType = 'text' | 'text?' | 'whole' | 'whole?';

/**
 * The fields of every kind of record: flat rows in the shapes that every backend stores (account-row.ts,
 * prompt-row.ts …), without derived data. The order of the fields is part of the format: checksums depend on it.
 *
 * Sessions, failed sign-ins, deliveries of webhooks and the sequence numbers of usage batches are not transferred.
 */
export const recordFields = {
  /** The first account, which stays recorded when it is removed. */
  first: { account_id: 'text' },
  /** A check value of the keyring, and whether its key is in use. */
  keyring: { kid: 'text', value: 'text', standing: 'text' },
  account: {
    id: 'text',
    email: 'text',
    name: 'text',
    password_hash: 'text',
    session_epoch: 'whole',
    key_digest: 'text',
    key_sealed: 'text',
    key_issued_at: 'whole',
    rotations: 'whole',
    prompts_revision: 'whole',
    prompts_write_id: 'text?',
    created_at: 'whole',
    last_used_at: 'whole?',
  },
  rotation: { number: 'whole', issued_digest: 'text', rotated_at: 'whole', rotated_by: 'text', address: 'text?' },
  /** A label that only the dashboard may move. */
  protection: { label: 'text' },
  /** A webhook without its lease and its deliveries. */
  webhook: {
    id: 'text',
    url: 'text',
    description: 'text',
    types: 'text',
    prompts: 'text',
    labels: 'text',
    enabled: 'whole',
    problem: 'text?',
    created_at: 'whole',
    secret_sealed: 'text',
    previous_sealed: 'text?',
    previous_until: 'whole?',
    position: 'text',
    position_revision: 'whole',
    last_success_at: 'whole?',
    last_failure_at: 'whole?',
    failing_since: 'whole?',
  },
  prompt: {
    id: 'text',
    name: 'text',
    type: 'text',
    archived: 'whole',
    latest_version: 'whole',
    latest_hash: 'text',
    revision: 'whole',
    write_id: 'text?',
    created_at: 'whole',
    updated_at: 'whole',
    tags: 'text',
    description: 'text',
  },
  version: {
    prompt_id: 'text',
    version: 'whole',
    type: 'text',
    hash: 'text',
    restored_from: 'whole?',
    published_at: 'whole',
    message: 'text',
    variables: 'text',
    config: 'text',
    body: 'text',
  },
  move: {
    prompt_id: 'text',
    label: 'text',
    moved_at: 'whole',
    version: 'whole?',
    previous: 'whole?',
    moved_by: 'text',
    message: 'text',
    /** As in release-row.ts, like the lock of a label. */
    release: 'text?',
  },
  /** A target included by any version of the prompt. */
  include: { prompt_id: 'text', target: 'text' },
  label: { prompt_id: 'text', label: 'text', version: 'whole', lock: 'text?' },
  /** A change that a write made (change-row.ts). It has no prompt, unless it is about one. */
  change: {
    revision: 'whole',
    n: 'whole',
    type: 'text',
    at: 'whole',
    prompt_id: 'text?',
    name: 'text?',
    label: 'text?',
    version: 'whole?',
    previous: 'whole?',
    hash: 'text?',
    by_channel: 'text',
    message: 'text?',
    extra: 'text?',
  },
  call: { hour: 'whole', route: 'text', status_class: 'text', count: 'whole' },
  read: { hour: 'whole', prompt_id: 'text', version: 'whole', count: 'whole' },
  /** The version is 0 and the label '' if there was none. */
  promptCall: {
    hour: 'whole',
    prompt_id: 'text',
    version: 'whole',
    label: 'text',
    served: 'whole',
    failed: 'whole',
  },
  /** Its interfaces are bits: see `interfaceBits`. */
  caller: {
    caller_id: 'text',
    name: 'text',
    address: 'text',
    interfaces: 'whole',
    first_seen: 'whole',
    last_seen: 'whole',
    calls: 'whole',
    labels_evicted: 'whole',
  },
  /** A label read of a caller. The prompt is '' and the version null for lists. */
  served: { caller_id: 'text', prompt_id: 'text', label: 'text', version: 'whole?', at: 'whole' },
  refusedCall: {
    id: 'text',
    at: 'whole',
    route: 'text',
    status: 'whole',
    code: 'text?',
    request_id: 'text',
    via: 'text',
    client: 'text?',
    address: 'text?',
    prompt_id: 'text?',
  },
} as const satisfies Readonly<Record<RecordKind, Readonly<Record<string, FieldType>>>>;

interface Values {
  readonly text: string;
  readonly 'text?': string | null;
  readonly whole: number;
  readonly 'whole?': number | null;
}

type Fields = typeof recordFields;

type RowShapes = {
  [Kind in RecordKind]: { readonly kind: Kind } & {
    readonly [Field in keyof Fields[Kind]]: Fields[Kind][Field] extends FieldType ? Values[Fields[Kind][Field]] : never;
  };
};

/** A TransferRecord with the fields that the application does not see. */
export type TransferRow = RowShapes[RecordKind];
export type TransferRowOf<Kind extends RecordKind> = RowShapes[Kind];

/** The fields alone, as backends store them. */
export type RowOf<Kind extends RecordKind> = Omit<TransferRowOf<Kind>, 'kind'>;

/** Every TransferRecord is made by `toTransferRow`, so its fields are known to be there. */
export const asTransferRows = (records: readonly TransferRecord[]): readonly TransferRow[] =>
  records as readonly TransferRow[];

type FieldList = readonly (readonly [field: string, type: FieldType])[];

const fieldLists = new Map<string, FieldList>(
  Object.entries(recordFields).map(([kind, fields]) => [kind, Object.entries(fields)]),
);

/** Checks every field: Redis stores only text, and a backup file can come from anywhere. Drops unknown fields. */
export function toTransferRow<Kind extends RecordKind>(
  kind: Kind,
  fields: Readonly<Record<string, unknown>>,
): TransferRowOf<Kind> {
  const row: Record<string, unknown> = { kind };
  for (const [field, type] of fieldLists.get(kind) ?? []) row[field] = fieldValue(fields[field], type, field);
  return row as TransferRowOf<Kind>;
}

function fieldValue(value: unknown, type: FieldType, field: string): string | number | null {
  if (type.endsWith('?') && (value === null || value === undefined)) return null;
  if (type.startsWith('text')) {
    invariant(typeof value === 'string', `the field ${field} is text`);
    return value;
  }
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  invariant(typeof number === 'number' && Number.isSafeInteger(number), `the field ${field} is a whole number`);
  return number;
}
