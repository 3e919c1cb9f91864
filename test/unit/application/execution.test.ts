import { expect, it } from 'vitest';
import { letOthersRun, UNLIMITED } from '../../../src/application/ports/execution.ts';

it('ends when its result is no longer wanted', async () => {
  const signal = AbortSignal.abort(new Error('client gone'));

  await expect(letOthersRun({ ...UNLIMITED, signal })).rejects.toThrow('client gone');
});
