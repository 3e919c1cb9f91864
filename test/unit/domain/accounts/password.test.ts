import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { Password } from '../../../../src/domain/accounts/password.ts';

const choose = (text: string) => Password.choose(text, 'ada@example.com');

describe('a new password', () => {
  it.each([
    'correct horse battery staple',
    'twelve chars',
    'ünïcödé ÿéś',
    '🦁🐯🐻🐼🐨🐸🐵🐔🐧🐦🐤🦆',
    'x'.repeat(255).concat('y'),
  ])('may be %s', (text) => {
    expect(choose(text.padEnd(12, '.'))).toBeInstanceOf(Password);
  });

  it('has 12 to 256 characters, counted as code points', () => {
    expect(choose('elevenchars')).toEqual({ problem: 'must have at least 12 characters' });
    expect(choose('🦁'.repeat(11))).toEqual({ problem: 'must have at least 12 characters' });
    expect(choose('ab'.repeat(128))).toBeInstanceOf(Password);
    expect(choose(`${'ab'.repeat(128)}c`)).toEqual({ problem: 'must have at most 256 characters' });
  });

  it.each(['correct\0horse battery', 'correct horse battery \ud83e'])(
    'cannot be %j, which no request can contain',
    (text) => {
      expect(choose(text)).toEqual({ problem: 'must be text without NUL characters' });
    },
  );

  it('is checked quickly, however many accents it or the e-mail has', () => {
    const accents = `e${'\u0300\u0316'.repeat(250_000)}`;

    expect(choose(accents)).toEqual({ problem: 'must have at most 256 characters' });
    expect(Password.choose('correct horse battery', accents)).toBeInstanceOf(Password);
  });

  it('has the same length however its accents were typed', () => {
    expect(choose('\u00e9\u00e8'.repeat(3))).toEqual({ problem: 'must have at least 12 characters' });
    expect(choose('e\u0301e\u0300'.repeat(3))).toEqual({ problem: 'must have at least 12 characters' });
  });

  it.each(['ada@example.com', ' ADA@Example.com ', 'ａｄａ@example.com'])(
    'cannot be the e-mail address, as in %j',
    (text) => {
      expect(choose(text)).toEqual({ problem: 'must not be the e-mail address' });
    },
  );

  it.each([
    'password1234',
    'Password1234',
    'PASSWORDPASSWORD',
    'qwertyuiop123',
    '123456789012',
    'iloveyou2026',
    'letmein12345',
    'administrator',
    'aaaaaaaaaaaa',
    '🦁🦁🦁🦁🦁🦁🦁🦁🦁🦁🦁🦁',
    'abcdefghijkl',
    'welcome12345!',
    'ｐａｓｓｗｏｒｄ１２３４',
    'e\u0301'.repeat(12),
  ])('cannot be a common one such as %s', (text) => {
    expect(choose(text)).toEqual({ problem: 'is among the most common passwords' });
  });
});

describe('a password', () => {
  it('is equal however its accents were typed', () => {
    expect(Password.presented('cafe\u0301').reveal()).toBe(Password.presented('caf\u00e9').reveal());
  });

  it('is masked wherever it is printed', () => {
    const password = Password.presented('correct horse battery staple');

    for (const printed of [`${password}`, JSON.stringify({ password }), inspect({ password }, { showHidden: true })]) {
      expect(printed).not.toContain('horse');
    }
  });
});
