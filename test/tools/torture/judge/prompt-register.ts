import type { Model } from './linearizable.ts';

export const LABELS = ['production', 'staging'] as const;

export type LabelName = (typeof LABELS)[number];

export type LabelPlaces = Readonly<Partial<Record<LabelName, number>>>;

/** What clients learn about one prompt. */
export type PromptEvent =
  | { readonly kind: 'publish'; readonly version: number; readonly labels: readonly LabelName[] }
  | {
      readonly kind: 'move';
      readonly label: LabelName;
      readonly version: number;
      readonly outcome: 'moved' | 'no-such-version' | 'conflict';
    }
  /** `seen` is undefined where the prompt has no such label. */
  | { readonly kind: 'read'; readonly label: LabelName; readonly seen: PromptState | undefined };

export interface PromptState {
  readonly latest: number;
  readonly labels: LabelPlaces;
}

const print = ({ latest, labels }: PromptState): string =>
  [latest, ...LABELS.map((label) => labels[label] ?? '-')].join(' ');

/** Versions that are counted up by one, and labels that point to them. A read shows all of it as it was at one moment. */
export const promptRegister: Model<PromptState, PromptEvent> = {
  initial: { latest: 0, labels: {} },
  step: (state, event) => {
    switch (event.kind) {
      case 'publish':
        return event.version === state.latest + 1 ? [afterPublishing(state, event.labels)] : [];
      case 'move':
        return afterMoving(state, event);
      case 'read':
        return showing(state, event.label) === (event.seen && print(event.seen)) ? [state] : [];
    }
  },
  print,
};

function afterPublishing({ latest, labels }: PromptState, moved: readonly LabelName[]): PromptState {
  const version = latest + 1;
  return { latest: version, labels: { ...labels, ...Object.fromEntries(moved.map((label) => [label, version])) } };
}

function afterMoving(
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

const showing = (state: PromptState, label: LabelName): string | undefined =>
  state.labels[label] === undefined ? undefined : print(state);
