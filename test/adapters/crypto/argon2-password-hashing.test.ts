import { hash } from '@node-rs/argon2';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Argon2PasswordHashing } from '../../../src/adapters/outbound/crypto/argon2-password-hashing.ts';
import { HashingThread } from '../../../src/adapters/outbound/crypto/hashing-thread.ts';
import type { PasswordHash } from '../../../src/domain/accounts/account.ts';
import { Password } from '../../../src/domain/accounts/password.ts';

/** Everything that the cost depends on: algorithm, version, parameters, and the lengths of salt and hash. */
const shapeOf = (text: string) => text.split('$').map((part, index) => (index < 4 ? part : part.length));

const right = Password.presented('correct horse battery staple');
const wrong = Password.presented('Correct horse battery staple');

const FROM_0_1_0 = '$argon2id$v=19$m=19456,t=2,p=1$lfx3a+ejJc+iayRj6xJnFg$ZGuYzM1wwinb5hi5dYfrmpsgX8rpoE/vAWxRs0fxukw';

describe('Argon2PasswordHashing', () => {
  const hashing = new Argon2PasswordHashing();

  it('hashes with argon2id, 19 MiB, two passes and a random salt', async () => {
    const [one, other] = await Promise.all([hashing.hash(right), hashing.hash(right)]);

    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[^$]+\$[^$]+$/);
    expect(one).not.toBe(other);
  });

  it('accepts the right password and rejects a wrong one', async () => {
    const known = await hashing.hash(right);

    expect(await hashing.verify(right, known)).toBe('right');
    expect(await hashing.verify(wrong, known)).toBe('wrong');
  });

  it('reports a right password as outdated when its hash has other parameters', async () => {
    const weak = (await hash(right.reveal(), { memoryCost: 8192, timeCost: 1 })) as PasswordHash;

    expect(await hashing.verify(right, weak)).toBe('outdated');
    expect(await hashing.verify(wrong, weak)).toBe('wrong');
  });

  it('verifies exactly once, at the same cost, with and without an account', async () => {
    const known = await hashing.hash(right);
    const verify = vi.spyOn(HashingThread.prototype, 'verify');
    onTestFinished(() => verify.mockRestore());

    await hashing.verify(wrong, known);
    await hashing.verify(wrong, undefined);

    const costs = verify.mock.calls.map(([text]) => shapeOf(text));
    expect(costs).toEqual([shapeOf(known), shapeOf(known)]);
  });

  it('verifies a hash of release 0.1.0', async () => {
    // Of the password "correct horse battery staple", with the parameters of that release.
    const known = FROM_0_1_0 as PasswordHash;

    expect(await hashing.verify(right, known)).toBe('right');
    expect(await hashing.verify(wrong, known)).toBe('wrong');
  });

  it.each([
    ['m=2097152,t=2,p=1', { memoryCost: 2_097_152, timeCost: 2, parallelism: 1 }],
    ['m=19456,t=4294967,p=1', { memoryCost: 19_456, timeCost: 4_294_967, parallelism: 1 }],
    ['m=19456,t=2,p=255', { memoryCost: 19_456, timeCost: 2, parallelism: 255 }],
    ['m=99999999999999999999,t=2,p=1', 'malformed'],
    ['m=1,t=2,p=1', 'malformed'],
  ])(
    'never verifies with stored parameters beyond the limits, such as %s, but reports them',
    async (parameters, reported) => {
      const reports: unknown[] = [];
      const verify = vi.spyOn(HashingThread.prototype, 'verify');
      onTestFinished(() => verify.mockRestore());
      const known = FROM_0_1_0.replace(/m=[^$]+/, parameters) as PasswordHash;

      expect(await new Argon2PasswordHashing((found) => reports.push(found)).verify(right, known)).toBe('wrong');

      expect(reports).toEqual([reported]);
      // The response takes as long as for any other account.
      expect(verify.mock.calls.map(([text]) => shapeOf(text))).toEqual([shapeOf(FROM_0_1_0)]);
    },
  );

  it.each(['', 'no hash', '$argon2d$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAA', `${'$'.repeat(100_000)}`])(
    'treats a malformed hash as wrong (%#)',
    async (known) => {
      expect(await hashing.verify(right, known as PasswordHash)).toBe('wrong');
    },
  );

  it('rejects every password when there is no account', async () => {
    expect(await hashing.verify(right, undefined)).toBe('wrong');
    expect(await hashing.verify(Password.presented(''), undefined)).toBe('wrong');
  });
});
