import type { Model, Operation } from './linearizable.ts';

/** What clients learn about the key of one account. */
export type KeyEvent =
  | { readonly kind: 'verify'; readonly key: string; readonly accepted: boolean }
  | { readonly kind: 'sign-in'; readonly key: string }
  /** `issued` is undefined when the reset was refused, and 'unknown' when nobody knows whether there is a new key. */
  | { readonly kind: 'reset'; readonly key: string; readonly issued: string | 'unknown' | undefined };

export interface KeyState {
  readonly current: string;
  /** Those that came from resets of which nobody knew how they ended. A key comes only once. */
  readonly surfaced: readonly string[];
}

/** A key that was issued and that nobody has seen yet. */
const UNSEEN = 'unseen';

/** One key at every moment, replaced only by a reset that presents it. */
export function keyRegister(first: string, operations: readonly Operation<KeyEvent>[]): Model<KeyState, KeyEvent> {
  const surfacing = keysOfUnknownOrigin(first, operations);
  const reset = (state: KeyState, { key, issued }: Extract<KeyEvent, { kind: 'reset' }>): readonly KeyState[] => {
    if (issued === undefined) return state.current === key ? [] : [state];
    if (state.current !== key) return [];
    if (issued !== 'unknown') return [{ ...state, current: issued }];
    return [
      ...surfacing
        .filter((each) => !state.surfaced.includes(each))
        .map((each) => ({ current: each, surfaced: [...state.surfaced, each].sort() })),
      { ...state, current: UNSEEN },
    ];
  };
  return {
    initial: { current: first, surfaced: [] },
    step: (state, event) => {
      if (event.kind === 'reset') return reset(state, event);
      const accepted = event.kind === 'sign-in' || event.accepted;
      return (state.current === event.key) === accepted ? [state] : [];
    },
    print: ({ current, surfaced }) => [current, ...surfaced].join(' '),
  };
}

/** Somebody was told them, and no reset that was answered has issued them. */
function keysOfUnknownOrigin(first: string, operations: readonly Operation<KeyEvent>[]): readonly string[] {
  const issued = new Set<string | undefined>([first]);
  for (const { what } of operations) if (what.kind === 'reset') issued.add(what.issued);
  return [...new Set(operations.map(({ what }) => what.key))].filter((key) => !issued.has(key));
}
