import type { MoveDocument } from '../../../domain/prompts/prompt-document.ts';

/** The clock of the exporting installation may be ahead of ours. */
const CLOCK_SKEW_MS = 24 * 60 * 60 * 1000;

/** The times of a prompt that is imported. */
interface Times {
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly versions: readonly { readonly publishedAt: Date }[];
  readonly history: readonly MoveDocument[];
}

/**
 * Moves times that lie in the future back to now: the clock was wrong when they were stored. Otherwise, because times never
 * decrease, they would be imposed on everything that is written until then. Returns the same document if none does.
 */
export function clampTimes<Document extends Times>(document: Document, now: Date): Document {
  const latest = new Date(now.getTime() + CLOCK_SKEW_MS);
  const { createdAt, updatedAt, versions, history } = document;
  const times = [
    createdAt,
    updatedAt,
    ...versions.map((each) => each.publishedAt),
    ...history.map((each) => each.movedAt),
  ];
  if (times.every((time) => time <= latest)) return document;

  const clamp = (time: Date): Date => (time > now ? now : time);
  return {
    ...document,
    createdAt: clamp(createdAt),
    updatedAt: clamp(updatedAt),
    versions: versions.map((version) => ({ ...version, publishedAt: clamp(version.publishedAt) })),
    history: clampMoves(history, now),
  };
}

/** The moves of a label stay in order: each is at least a millisecond before the next. */
function clampMoves(moves: readonly MoveDocument[], now: Date): readonly MoveDocument[] {
  const latest = new Map<string, number>();
  return moves
    .toReversed()
    .map((move) => {
      const movedAt = Math.min(move.movedAt.getTime(), latest.get(move.label) ?? now.getTime());
      latest.set(move.label, movedAt - 1);
      return { ...move, movedAt: new Date(movedAt) };
    })
    .toReversed();
}
