import type { ChangeEvent } from '../../../../application/changes/change-event.ts';
import type { ChangeId } from '../../../../domain/changes/change-id.ts';

/** How long a client waits before it connects again. */
const RETRY_MS = 3000;

/** The first event of a stream: where it continues. If the connection breaks now, the client resumes from there. */
export const helloFrame = (at: ChangeId): string => `retry: ${RETRY_MS}\n${frame('hello', at, { at })}`;

/** A frame without data is no event: clients only take note of the id. */
export const positionFrame = (id: ChangeId): string => `id: ${id}\n\n`;

export const resetFrame = (newest: ChangeId): string => frame('reset', newest, { reason: 'gone' });

const frames = new WeakMap<ChangeEvent, Buffer>();

/** Serializes an event once for all streams that get it. */
export function changeFrame(event: ChangeEvent): Buffer {
  const known = frames.get(event);
  if (known) return known;
  const made = Buffer.from(frame(event.type, event.id, event));
  frames.set(event, made);
  return made;
}

/** JSON has no line breaks outside of strings, where they are escaped. */
const frame = (type: string, id: ChangeId, data: unknown): string =>
  `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
