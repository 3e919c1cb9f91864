import type { KeyringHolder, KeyStanding, RegisteredKey } from '../../../application/ports/keyring-register.ts';
import { invariant } from '../../../domain/invariant.ts';
import { text, type UnreadRow } from './row-fields.ts';

const STANDINGS: readonly KeyStanding[] = ['open', 'closed', 'retired', 'lost'];

/** A holder as every backend stores it. Key ids contain no spaces, so they can be joined with them. */
export interface HolderRow {
  readonly id: string;
  readonly reads: string;
  readonly writes: string;
}

export const toHolderRow = ({ id, reads, writes }: KeyringHolder): HolderRow => ({
  id,
  reads: reads.join(' '),
  writes: writes.join(' '),
});

export const fromHolderRow = (row: UnreadRow): KeyringHolder => ({
  id: text(row, 'id'),
  reads: text(row, 'reads').split(' '),
  writes: text(row, 'writes').split(' '),
});

export function fromKeyRow(row: UnreadRow): RegisteredKey {
  const standing = STANDINGS.find((candidate) => candidate === row['standing']);
  invariant(standing !== undefined, 'a recorded key has a standing');
  return { check: text(row, 'value'), standing };
}
