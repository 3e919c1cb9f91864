import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Password } from '../../../../src/domain/accounts/password.ts';

const ADA = { email: 'ada.byron@lovelace.example', name: 'Augusta King' };
const choose = (text: string) => Password.choose(text, ADA);
const tooEasy = (reason: string) => ({
  problem: 'weak',
  text: `is too easy to guess: it is ${reason}; use three or more unrelated words, or random characters`,
});
const COMMON = tooEasy('little more than a common password');
const PATTERN = tooEasy('little more than a repetition, a sequence or a date');
const PERSONAL = tooEasy('little more than the name, the e-mail or "prompthold"');

describe('a new password', () => {
  it.each([
    'correct horse battery',
    'correct horse battery staple',
    'twelve chars',
    'my dog has fleas',
    'ünïcödé ÿéś.',
    '🦁🐯🐻🐼🐨🐸🐵🐔🐧🐦🐤🦆',
    'a3f9c1e07b2d',
    '9f86d081884c7d659a2feaa0c55ad015',
    'kjH8#mq!2Lxz',
    'x'.repeat(100).concat('kjH8#mq!2Lxz'),
  ])('may be %s', (text) => {
    expect(choose(text)).toBeInstanceOf(Password);
  });

  it('has 12 to 256 characters, counted as code points', () => {
    const long = 'correct horse battery '.repeat(12).slice(0, 255);
    expect(choose('elevenchars')).toEqual({ problem: 'too-short', text: 'must have at least 12 characters' });
    expect(choose('🦁'.repeat(11))).toEqual({ problem: 'too-short', text: 'must have at least 12 characters' });
    expect(choose(`${long}🦁`)).toBeInstanceOf(Password);
    expect(choose(`${long}🦁c`)).toEqual({ problem: 'too-long', text: 'must have at most 256 characters' });
  });

  it.each(['correct\0horse battery', 'correct horse battery \ud83e'])(
    'cannot be %j, which no request can contain',
    (text) => {
      expect(choose(text)).toEqual({ problem: 'malformed', text: 'must be text without NUL characters' });
    },
  );

  it('is checked quickly, however many accents it or the e-mail has', () => {
    const accents = `e${'\u0300\u0316'.repeat(250_000)}`;

    expect(choose(accents)).toEqual({ problem: 'too-long', text: 'must have at most 256 characters' });
    expect(Password.choose('correct horse battery', { email: accents, name: accents })).toBeInstanceOf(Password);
  });

  it('has the same length however its accents were typed', () => {
    expect(choose('\u00e9\u00e8'.repeat(3))).toEqual({
      problem: 'too-short',
      text: 'must have at least 12 characters',
    });
    expect(choose('e\u0301e\u0300'.repeat(3))).toEqual({
      problem: 'too-short',
      text: 'must have at least 12 characters',
    });
  });

  it.each(['ada.byron@lovelace.example', ' ADA.Byron@lovelace.example ', 'ａｄａ.byron@lovelace.example'])(
    'cannot be the e-mail address, as in %j',
    (text) => {
      expect(choose(text)).toEqual({ problem: 'weak', text: 'must not be the e-mail address' });
    },
  );

  it.each([
    'password1234',
    'Password1234',
    'Passw0rd!2026',
    'P@$$w0rd-2019',
    'P@ssw0rd2024!!',
    '2026!Passw0rd',
    'Summer2026!!!',
    'Liverpool2023!',
    'Michael1985!!',
    'Admin@123456',
    'drowssap12345',
    'S3cret-Passw0rd',
    'letmein letmein',
    'Winter!Winter!2025',
    'PASSWORDPASSWORD',
    'qwertyuiop123',
    'iloveyou2026',
    'letmein12345',
    'administrator',
    'welcome12345!',
    'monkey dragon sunshine',
    'ｐａｓｓｗｏｒｄ１２３４',
  ])('cannot be a common one with small changes, such as %s', (text) => {
    expect(choose(text)).toEqual(COMMON);
  });

  it.each([
    'aaaaaaaaaaaa',
    '🦁🦁🦁🦁🦁🦁🦁🦁🦁🦁🦁🦁',
    'abcdefghijkl',
    'lkjihgfedcba',
    'xyxyxyxyxyxyxy',
    'ab'.repeat(128),
    'x'.repeat(255).concat('y'),
    '!Q2w3e4r5t6y',
    '24.12.2026 24.12.2026',
    'e\u0301'.repeat(12),
  ])('cannot be a repetition or a sequence, such as %s', (text) => {
    expect(choose(text)).toEqual(PATTERN);
  });

  it.each([
    'ada.byron2026',
    'AugustaKing1815',
    'lovelace.example!',
    'King-Augusta-123',
    'Prompthold2026!',
    '@ugu5ta K1ng 99',
  ])('gains no strength from the name, the e-mail or the product, as in %s', (text) => {
    expect(choose(text)).toEqual(PERSONAL);
  });

  it('may contain what is personal to someone else', () => {
    expect(Password.choose('AugustaByron1815', {})).toBeInstanceOf(Password);
  });

  it('may be any three different words', () => {
    const words = [...'abcdefghijklmnopqrstuvwxyz'].flatMap((one) =>
      ['orbit', 'umbra', 'igloo', 'elbow'].map((word) => one + word),
    );
    fc.assert(
      fc.property(fc.tuple(...Array.from({ length: 3 }, () => fc.constantFrom(...words))), (chosen) => {
        fc.pre(new Set(chosen).size === chosen.length);
        expect(choose(chosen.join(' '))).toBeInstanceOf(Password);
      }),
    );
  });
});

describe('a password', () => {
  it('is equal however its accents were typed', () => {
    expect(Password.presented('cafe\u0301').reveal()).toBe(Password.presented('caf\u00e9').reveal());
  });
});
