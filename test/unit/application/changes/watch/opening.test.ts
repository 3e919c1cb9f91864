import { beforeEach, describe, expect, it } from 'vitest';
import {
  OpenChangeStream,
  type OpenChangeStreamOutcome,
} from '../../../../../src/application/changes/watch/open-change-stream.ts';
import { parseChangeId } from '../../../../../src/domain/changes/change-id.ts';
import { invariant } from '../../../../../src/domain/invariant.ts';
import { ADAS_ID, aWatch, FakeCredential } from '../../../../support/builders/a-watch.ts';
import { aChange, ChangeList } from '../../../../support/builders/some-changes.ts';

let list: ChangeList;
let credential: FakeCredential;
let useCase: OpenChangeStream;

beforeEach(() => {
  list = new ChangeList([aChange(3), aChange(4), aChange(5)]);
  credential = new FakeCredential(list);
  useCase = new OpenChangeStream(aWatch(list).feed);
});

const startOf = (outcome: OpenChangeStreamOutcome) => {
  invariant(outcome.kind !== 'unauthorized', 'the stream was opened');
  return [outcome.kind, outcome.start.position.revision, outcome.start.revision];
};

const positionOf = async (text: string) => {
  const id = parseChangeId(text);
  invariant(id !== undefined, 'the text is a position');
  return id;
};

describe('a new stream', () => {
  it('begins with the newest change, and is complete', async () => {
    expect(startOf(await useCase.execute(ADAS_ID, credential, 'newest'))).toEqual(['opened', 5, 5]);
  });

  it('is not complete if something has changed while it was opened', async () => {
    list.afterRead = () => {
      list.revision = 6;
    };

    expect(startOf(await useCase.execute(ADAS_ID, credential, 'newest'))).toEqual(['opened', 5, undefined]);
  });

  it('begins before the first change of an account that has none', async () => {
    list.changes = [];
    list.revision = 7;

    const outcome = await useCase.execute(ADAS_ID, credential, 'newest');

    expect(outcome).toMatchObject({ kind: 'opened', start: { position: { id: '7-0-00000000' } } });
  });

  it('begins after the change that it resumes, and has not what follows', async () => {
    const { position } = await aWatch(new ChangeList([aChange(3)])).feed.newest(ADAS_ID);

    expect(startOf(await useCase.execute(ADAS_ID, credential, position))).toEqual(['opened', 3, undefined]);
  });

  it('begins before the oldest change, at a position that can be resumed', async () => {
    const outcome = await useCase.execute(ADAS_ID, credential, 'oldest');
    expect(startOf(outcome)).toEqual(['opened', 2, undefined]);
    const resumed = await useCase.execute(ADAS_ID, credential, await positionOf('2-0-00000000'));
    expect(resumed).toEqual(outcome);
  });

  it.each([
    ['deleted', '2-1-00000000'],
    ['unknown', '9-1-00000000'],
    ['of another check', '4-1-00000000'],
    ['of an account without changes, which has deleted some since', '1-0-00000000'],
  ])('begins with the newest change when its position is %s, and learns of it', async (_problem, text) => {
    expect(startOf(await useCase.execute(ADAS_ID, credential, await positionOf(text)))).toEqual(['gone', 5, 5]);
  });

  it('begins with the newest change when its position is malformed, and learns of it', async () => {
    expect(startOf(await useCase.execute(ADAS_ID, credential, 'unknown'))).toEqual(['gone', 5, 5]);
  });

  it('is refused when the key became invalid while the feed was read', async () => {
    list.afterRead = () => {
      credential.isValid = false;
    };

    expect(await useCase.execute(ADAS_ID, credential, 'newest')).toEqual({ kind: 'unauthorized' });
  });
});
