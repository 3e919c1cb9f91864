import { commonPasswordCharactersMax, commonPasswordRank } from './common-passwords.ts';

/** The reasons why a password is easy to guess. */
export type Weakness = 'personal' | 'common' | 'pattern' | 'short';

type Kind = Weakness | 'random';

interface Piece {
  readonly length: number;
  readonly cost: number;
  readonly kind: Kind;
}

/** A power of ten: with argon2id at 33 ms per guess, this many guesses take one core four months. */
const GUESSES_MIN = 8.5;
/** The first characters are enough to decide, and bound the time. */
const EXAMINED_LENGTH_MAX = 128;

/** Costs are powers of ten, too. A character that is part of nothing known counts as ten guesses. */
const CHARACTER_COST = 1;
/** Cost of guessing that a known piece follows, and of which kind. */
const PIECE_COST = 0.3;
const COMMON_COST_MIN = 1.7;
const PERSONAL_COST = 1;
const YEAR_COST = 2;
const DATE_COST = 4.5;
/** Cost of a run such as `4567`, or of a repetition, in addition to that of its length. */
const RUN_COST = 1;
const VARIANT_COST = 0.3;

const PERSONAL_LENGTH_MIN = 3;
const PERSONAL_LENGTH_MAX = 64;
const RUN_LENGTH_MIN = 3;
const PRODUCT = 'prompthold';

const KEYBOARD_RUNS = [
  ...['qwertyuiop', 'asdfghjkl', 'zxcvbnm', '1234567890', '!@#$%^&*()', 'qwertzuiop', 'azertyuiop'],
  ...['1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik', '1q2w3e4r5t6y7u8i9o0p', 'qazwsxedcrfvtgbyhnujm', '147258369', 'a1s2d3f4g5h6'],
].flatMap((run) => [run, [...run].reverse().join('')]);

const YEAR = /(?:19|20)\d\d/y;
const DATE = /(?:\d{1,2}([-./]?)\d{1,2}\1(?:19|20)\d\d|(?:19|20)\d\d([-./]?)\d\d\2\d\d)/y;

const LEET = new Map([
  ...[...'4@'].map((sign) => [sign, 'a'] as const),
  ...[...'([{<'].map((sign) => [sign, 'c'] as const),
  ...[...'69'].map((sign) => [sign, 'g'] as const),
  ...[...'5$'].map((sign) => [sign, 's'] as const),
  ...[...'7+'].map((sign) => [sign, 't'] as const),
  ...([
    ['8', 'b'],
    ['3', 'e'],
    ['0', 'o'],
    ['%', 'x'],
    ['2', 'z'],
  ] as const),
]);

/** Undefined when the password is strong enough. Personal data, such as the e-mail, adds no strength. */
export function findWeakness(password: string, personal: readonly string[]): Weakness | undefined {
  const guess = guessOf(password.slice(0, EXAMINED_LENGTH_MAX), personalParts(personal));
  if (guess.cost >= GUESSES_MIN) return undefined;
  const order: readonly Weakness[] = ['personal', 'common', 'pattern'];
  return order.find((kind) => guess.kinds.has(kind)) ?? 'short';
}

function personalParts(personal: readonly string[]): ReadonlySet<string> {
  const parts = personal.flatMap((text) => {
    const folded = text.toLowerCase();
    return [folded, ...folded.split('@'), ...folded.split(/[^\p{L}\p{N}]+/u)];
  });
  return new Set(
    [PRODUCT, ...parts].filter(({ length }) => length >= PERSONAL_LENGTH_MIN && length <= PERSONAL_LENGTH_MAX),
  );
}

interface Guess {
  readonly cost: number;
  readonly kinds: ReadonlySet<Kind>;
}

/** The cheapest way to compose a text of known pieces and single characters. */
function guessOf(text: string, personal: ReadonlySet<string>): Guess {
  const period = periodOf(text);
  if (period < text.length) {
    const base = guessOf(text.slice(0, period), personal);
    return { cost: base.cost + Math.log10(text.length / period), kinds: new Set([...base.kinds, 'pattern']) };
  }
  const variants = new Variants(text, personal);
  const best: { cost: number; piece: Piece | undefined }[] = [{ cost: 0, piece: undefined }];
  for (let start = 0; start < text.length; start += 1) {
    const before = best[start]?.cost ?? 0;
    for (const piece of [{ length: 1, cost: CHARACTER_COST, kind: 'random' } as const, ...piecesAt(variants, start)]) {
      const end = start + piece.length;
      const cost = before + piece.cost;
      if (cost < (best[end]?.cost ?? Number.POSITIVE_INFINITY)) best[end] = { cost, piece };
    }
  }
  const kinds = new Set<Kind>();
  for (let end = text.length; end > 0; ) {
    const piece = best[end]?.piece;
    kinds.add(piece?.kind ?? 'random');
    end -= piece?.length ?? 1;
  }
  return { cost: best[text.length]?.cost ?? 0, kinds };
}

/** The length of the shortest beginning whose repetition gives the text; its own length if there is none. */
function periodOf(text: string): number {
  for (let period = 1; period <= text.length / 2; period += 1) {
    if (text.startsWith(text.slice(period))) return period;
  }
  return text.length;
}

/** The spellings of one text in which it is compared with known ones. All have its length. */
class Variants {
  readonly folded: string;
  /** In leet spelling, 1 and ! stand for an i or for an l. */
  readonly spellings: readonly { readonly forward: string; readonly backward: string }[];
  readonly knownLengthMax: number;

  constructor(
    readonly text: string,
    readonly personal: ReadonlySet<string>,
  ) {
    // Character by character: the lower case of some characters is longer.
    this.folded = Array.from({ length: text.length }, (_, index) => text.charAt(index).toLowerCase().charAt(0)).join(
      '',
    );
    const unleet = (one: string) =>
      Array.from({ length: text.length }, (_, index) => {
        const sign = this.folded.charAt(index);
        return '1!|'.includes(sign) ? one : (LEET.get(sign) ?? sign);
      }).join('');
    this.spellings = [...new Set([this.folded, unleet('i'), unleet('l')])].map((forward) => ({
      forward,
      backward: Array.from({ length: text.length }, (_, index) => forward.charAt(text.length - 1 - index)).join(''),
    }));
    this.knownLengthMax = [...personal].reduce((max, part) => Math.max(max, part.length), commonPasswordCharactersMax);
  }
}

function* piecesAt(variants: Variants, start: number): Generator<Piece> {
  const { folded, knownLengthMax } = variants;
  const lengthMax = Math.min(folded.length - start, knownLengthMax);
  for (let length = PERSONAL_LENGTH_MIN; length <= lengthMax; length += 1) yield* knownPieces(variants, start, length);
  for (const [pattern, cost] of [
    [YEAR, YEAR_COST],
    [DATE, DATE_COST],
  ] as const) {
    pattern.lastIndex = start;
    const [found] = pattern.exec(folded) ?? [];
    if (found) yield { length: found.length, cost: PIECE_COST + cost, kind: 'pattern' };
  }
  const run = Math.max(stepRun(folded, start), keyboardRun(folded, start), copyRun(folded, start));
  for (let length = RUN_LENGTH_MIN; length <= run; length += 1) {
    yield { length, cost: PIECE_COST + RUN_COST + Math.log10(length), kind: 'pattern' };
  }
}

function* knownPieces({ text, spellings, personal }: Variants, start: number, length: number): Generator<Piece> {
  for (const [index, { forward, backward }] of spellings.entries()) {
    const word = forward.slice(start, start + length);
    const variant = index > 0 ? VARIANT_COST : 0;
    if (personal.has(word)) yield { length, cost: PIECE_COST + PERSONAL_COST + variant, kind: 'personal' };
    if (length > commonPasswordCharactersMax) continue;
    const end = text.length - start;
    const rank = commonPasswordRank(word) ?? commonPasswordRank(backward.slice(end - length, end));
    if (rank === undefined) continue;
    const cost = Math.max(COMMON_COST_MIN, Math.log10(rank)) + variant + caseCost(text.slice(start, start + length));
    yield { length, cost: PIECE_COST + cost, kind: 'common' };
  }
}

/** One capital in front, or capitals only, is what everybody does. */
function caseCost(word: string): number {
  const capitals = word.length - word.replace(/\p{Lu}/gu, '').length;
  if (capitals === 0) return 0;
  return capitals === word.length || /^\p{Lu}\P{Lu}*$/u.test(word) ? VARIANT_COST : capitals * VARIANT_COST;
}

/** The length of the longest run of equal or consecutive characters: `aaaa`, `4567`, `dcba`. */
function stepRun(text: string, start: number): number {
  const step = text.charCodeAt(start + 1) - text.charCodeAt(start);
  if (!(Math.abs(step) <= 1)) return 1;
  let end = start + 1;
  while (end < text.length && text.charCodeAt(end) - text.charCodeAt(end - 1) === step) end += 1;
  return end - start;
}

/** The length of the longest run along a row or a column of keys. */
function keyboardRun(text: string, start: number): number {
  let length = RUN_LENGTH_MIN;
  while (start + length <= text.length && isKeyboardRun(text.slice(start, start + length))) length += 1;
  return length - 1;
}

/** The length of the longest piece that occurred before: `winter!` in `winter!winter!2026`. */
function copyRun(text: string, start: number): number {
  const before = text.slice(0, start);
  let length = RUN_LENGTH_MIN;
  while (start + length <= text.length && before.includes(text.slice(start, start + length))) length += 1;
  return length - 1;
}

const isKeyboardRun = (text: string): boolean => KEYBOARD_RUNS.some((run) => run.includes(text));
