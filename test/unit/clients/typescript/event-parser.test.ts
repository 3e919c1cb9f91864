import { describe, expect, it } from 'vitest';
import { EventParser } from '../../../../clients/typescript/src/stream/event-parser.ts';
import fc from '../../../support/seeded-fast-check.ts';

const STREAM =
  'retry: 3000\nid: 1-0-a\nevent: hello\ndata: {"at":"1-0-a"}\n\n: keep-alive\n\nid: 2-1-b\nevent: label.moved\ndata: {"é":"🦁"}\n\nid: 3-1-c\n\n';
const EVENTS = [
  { id: '1-0-a', type: 'hello', data: '{"at":"1-0-a"}' },
  { id: '2-1-b', type: 'label.moved', data: '{"é":"🦁"}' },
];

describe('the parser of event streams', () => {
  it('reads events, and the position of a stream without an event', () => {
    const parser = new EventParser();

    expect(parser.receive(STREAM)).toEqual(EVENTS);
    expect(parser.lastEventId).toBe('3-1-c');
  });

  it('reads the same events however the text is divided, with any line break', () => {
    const breaks = fc.constantFrom('\n', '\r\n', '\r');
    fc.assert(
      fc.property(breaks, fc.array(fc.nat(STREAM.length), { maxLength: 20 }), (lineBreak, cuts) => {
        const text = STREAM.replaceAll('\n', lineBreak);
        const parser = new EventParser();
        const positions = [0, ...cuts.toSorted((one, other) => one - other), text.length];

        const events = positions
          .slice(1)
          .flatMap((end, index) => parser.receive(text.slice(positions[index], end)) ?? []);

        // A carriage return at the very end may still be followed by a line feed.
        expect([...events, ...(parser.receive(':\n') ?? [])]).toEqual(EVENTS);
      }),
    );
  });

  it('joins lines of data, and has defaults for everything else', () => {
    expect(new EventParser().receive('data:a\ndata:  b\nunknown: x\ndata\n\n')).toEqual([
      { id: '', type: 'message', data: 'a\n b\n' },
    ]);
  });

  it('rejects text that never ends a line', () => {
    const parser = new EventParser();
    const chunk = 'x'.repeat(512 * 1024);

    expect([parser.receive(chunk), parser.receive(chunk), parser.receive(chunk)]).toEqual([[], [], undefined]);
  });
});
