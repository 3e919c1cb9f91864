import type { Model } from './linearizable.ts';

export const LABELS = ['production', 'staging'] as const;

export type LabelName = (typeof LABELS)[number];

export type LabelPlaces = Readonly<Partial<Record<LabelName, number>>>;

/** What a client learns about one prompt from one response. */
export type PromptEvent =
  | { readonly kind: 'publish'; readonly version: number; readonly labels: readonly LabelName[] }
  | {
      readonly kind: 'move';
      readonly label: LabelName;
      readonly version: number;
      readonly outcome: 'moved' | 'no-such-version' | 'conflict';
    }
  /** `seen` is undefined if the prompt has no such label. */
  | { readonly kind: 'read'; readonly label: LabelName; readonly seen: PromptState | undefined };

export interface PromptState {
  readonly latest: number;
  readonly labels: LabelPlaces;
}

const print = ({ latest, labels }: PromptState): string =>
  [latest, ...LABELS.map((label) => labels[label] ?? '-')].join(' ');

/** Consecutive version numbers, and labels that point to them. A read returns a consistent snapshot of both. */
export const promptRegister: Model<PromptState, PromptEvent> = {
  initial: { latest: 0, labels: {} },
  step: (state, event) => {
    switch (event.kind) {
      case 'publish':
        return event.version === state.latest + 1 ? [applyPublish(state, event.labels)] : [];
      case 'move':
        return applyMove(state, event);
      case 'read':
        return printIfLabelled(state, event.label) === (event.seen && print(event.seen)) ? [state] : [];
    }
  },
  print,
};

function applyPublish({ latest, labels }: PromptState, moved: readonly LabelName[]): PromptState {
  const version = latest + 1;
  return { latest: version, labels: { ...labels, ...Object.fromEntries(moved.map((label) => [label, version])) } };
}

function applyMove(
  state: PromptState,
  { label, version, outcome }: Extract<PromptEvent, { kind: 'move' }>,
): readonly PromptState[] {
  switch (outcome) {
    case 'conflict':
      return [state];
    case 'no-such-version':
      return version > state.latest ? [state] : [];
    case 'moved':
      return version > state.latest ? [] : [{ ...state, labels: { ...state.labels, [label]: version } }];
  }
}

const printIfLabelled = (state: PromptState, label: LabelName): string | undefined =>
  state.labels[label] === undefined ? undefined : print(state);
