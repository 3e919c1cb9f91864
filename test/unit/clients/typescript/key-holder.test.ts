import { describe, expect, it } from 'vitest';
import { KeyHolder } from '../../../../clients/typescript/src/network/key-holder.ts';

/** Returns the keys one after the other, then the last one again and again. */
function aSource(...keys: readonly (string | Error)[]) {
  const calls = { count: 0 };
  const source = async () => {
    const key = keys[Math.min(calls.count, keys.length - 1)];
    calls.count += 1;
    if (typeof key === 'string') return key;
    throw key;
  };
  const rejected: string[] = [];
  return { calls, rejected, holder: new KeyHolder(source, (key) => rejected.push(key)) };
}

describe('KeyHolder', () => {
  it('requests the key once, for any number of requests', async () => {
    const { calls, holder } = aSource('k1', 'k2');

    expect(await Promise.all([holder.current(), holder.current()])).toEqual(['k1', 'k1']);
    expect([await holder.current(), calls.count]).toEqual(['k1', 1]);
  });

  it('requests it once more for concurrent rejections of the same key', async () => {
    const { calls, holder } = aSource('k1', 'k2');
    await holder.current();

    expect(await Promise.all([holder.replace('k1'), holder.replace('k1'), holder.replace('k1')])).toEqual([
      'k2',
      'k2',
      'k2',
    ]);
    expect(await holder.replace('k1')).toBe('k2');
    expect(calls.count).toBe(2);
  });

  it('has no other key if the source returns the same one, and asks again the next time', async () => {
    const { calls, holder } = aSource('k1', 'k1', 'k2');
    await holder.current();

    expect([await holder.replace('k1'), await holder.replace('k1'), calls.count]).toEqual([undefined, 'k2', 3]);
  });

  it('reports a rejected key once, and has no usable one until the service accepts a later request', async () => {
    const { holder, rejected } = aSource('k1');
    expect(await holder.usable()).toBe('k1');

    holder.reject('k1');
    holder.reject('k1');
    holder.accept('k1', 0);

    expect([rejected, holder.rejections, await holder.usable()]).toEqual([['k1'], 1, undefined]);
    holder.accept('k1', 1);
    expect(await holder.usable()).toBe('k1');
  });

  it('asks again after the source has failed', async () => {
    const { holder } = aSource(new Error('no file'), 'k1', new Error('no file'), 'k2');

    await expect(holder.current()).rejects.toThrow('no file');
    expect(await holder.current()).toBe('k1');
    expect(await holder.replace('k1')).toBeUndefined();
    expect(await holder.current()).toBe('k2');
  });
});
