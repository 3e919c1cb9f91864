import { type KeyEvent, type KeyState, keyRegister } from './key-register.ts';
import type { Model, Operation } from './linearizable.ts';
import { type PromptEvent, type PromptState, promptRegister } from './prompt-register.ts';

/** The key, if any, and the state of the prompt that one response shows. */
export interface AccountEvent {
  readonly key?: KeyEvent;
  readonly prompt?: PromptEvent;
}

interface AccountState {
  readonly key: KeyState;
  readonly prompt: PromptState;
}

/**
 * The key and the prompt of one account together: a request with a key writes, reads or is sent an event only at a moment
 * at which the account has that key.
 */
export function accountRegister(
  first: string,
  operations: readonly Operation<AccountEvent>[],
): Model<AccountState, AccountEvent> {
  const keyOperations = operations.flatMap(({ event: { key }, ...times }) => (key ? [{ event: key, ...times }] : []));
  const keys = keyRegister(first, keyOperations);
  return {
    initial: { key: keys.initial, prompt: promptRegister.initial },
    step: (state, event) => {
      const nextKeys = event.key ? keys.step(state.key, event.key) : [state.key];
      if (nextKeys.length === 0) return [];
      const nextPrompts = event.prompt ? promptRegister.step(state.prompt, event.prompt) : [state.prompt];
      return nextKeys.flatMap((key) =>
        nextPrompts.map((prompt) => (key === state.key && prompt === state.prompt ? state : { key, prompt })),
      );
    },
    print: ({ key, prompt }) => `${keys.print(key)}, ${promptRegister.print(prompt)}`,
  };
}

/** The account has the key that the request presented. */
export const withKey = (key: string, prompt?: PromptEvent): AccountEvent => ({
  key: { kind: 'verify', key, accepted: true },
  ...(prompt && { prompt }),
});
