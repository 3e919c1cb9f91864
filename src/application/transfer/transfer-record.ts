import { invariant } from '../../domain/invariant.ts';

/** `text?` and `whole?` may be null. Whole numbers are counts, and milliseconds since 1970. */
type FieldType = 'text' | 'text?' | 'whole' | 'whole?';

/**
 * Everything that moves from one storage to another, as flat rows: the shapes in which every backend keeps things
 * (account-row.ts, prompt-row.ts …), without what follows from the rest. The order of the fields is part of it.
 *
 * Sessions, failed sign-ins and the sequence numbers of usage batches stay behind.
 */
export const recordFields = {
  /** Which account was the first, for ever: also when it is gone. */
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
    created_at: 'whole',
    last_used_at: 'whole?',
  },
  rotation: { number: 'whole', issued_digest: 'text', rotated_at: 'whole', rotated_by: 'text', address: 'text?' },
  prompt: {
    id: 'text',
    name: 'text',
    type: 'text',
    archived: 'whole',
    latest_version: 'whole',
    latest_hash: 'text',
    revision: 'whole',
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
  },
  /** Of any version of the prompt. */
  include: { prompt_id: 'text', target: 'text' },
  label: { prompt_id: 'text', label: 'text', version: 'whole' },
  call: { hour: 'whole', route: 'text', status_class: 'text', count: 'whole' },
  read: { hour: 'whole', prompt_id: 'text', version: 'whole', count: 'whole' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, FieldType>>>>;

interface Values {
  readonly text: string;
  readonly 'text?': string | null;
  readonly whole: number;
  readonly 'whole?': number | null;
}

type Fields = typeof recordFields;
export type RecordKind = keyof Fields;

type RecordShapes = {
  [Kind in RecordKind]: { readonly kind: Kind } & {
    readonly [Field in keyof Fields[Kind]]: Fields[Kind][Field] extends FieldType ? Values[Fields[Kind][Field]] : never;
  };
};

export type RecordOf<Kind extends RecordKind> = RecordShapes[Kind];
export type TransferRecord = RecordShapes[RecordKind];

/** In the order in which they come; those from `prompt` to `label` prompt by prompt, each kind in the order of its keys. */
export const recordKinds = Object.keys(recordFields) as readonly RecordKind[];

/** Those that belong to no account. */
export const isCommon = (record: TransferRecord): record is RecordOf<'first' | 'keyring'> =>
  record.kind === 'first' || record.kind === 'keyring';

type FieldList = readonly (readonly [field: string, type: FieldType])[];

const fieldLists = new Map<RecordKind, FieldList>(
  recordKinds.map((kind) => [kind, Object.entries(recordFields[kind])]),
);

/** Takes no backend's word for granted: Redis knows only text, and a file may be anybody's. Other fields are left out. */
export function recordOf<Kind extends RecordKind>(kind: Kind, row: Readonly<Record<string, unknown>>): RecordOf<Kind> {
  const record: Record<string, unknown> = { kind };
  for (const [field, type] of fieldLists.get(kind) ?? []) record[field] = fieldValue(row[field], type, field);
  return record as RecordOf<Kind>;
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

/** One line, the same for equal records wherever they come from. */
export const printRecord = (record: TransferRecord): string => JSON.stringify(record);
