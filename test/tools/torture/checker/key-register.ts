import type { Model, Operation } from './linearizable.ts';

/** What a client learns about the key of one account from one response. */
export type KeyEvent =
  | { readonly kind: 'verify'; readonly key: string; readonly accepted: boolean }
  | { readonly kind: 'sign-in'; readonly key: string }
  /** `issued` is undefined if the reset was rejected, and 'unknown' if its outcome is unknown. */
  | { readonly kind: 'reset'; readonly key: string; readonly issued: string | 'unknown' | undefined };

export interface KeyState {
  readonly current: string;
  /** The keys attributed to resets of unknown outcome so far. Each key is issued only once. */
  readonly surfaced: readonly string[];
}

/** A key that was issued and that no client has seen. */
const UNSEEN = 'unseen';

/** The account has one key at any time, replaced only by a reset that presents it. */
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

/** Keys that clients have seen and that no completed reset has issued. */
function keysOfUnknownOrigin(first: string, operations: readonly Operation<KeyEvent>[]): readonly string[] {
  const issued = new Set<string | undefined>([first]);
  for (const { event } of operations) if (event.kind === 'reset') issued.add(event.issued);
  return [...new Set(operations.map(({ event }) => event.key))].filter((key) => !issued.has(key));
}
