import type { Model } from './linearizable.ts';

export const LABELS = ['production', 'staging'] as const;

export type LabelName = (typeof LABELS)[number];

export const isLabelName = (text: unknown): text is LabelName => LABELS.some((label) => label === text);

export type LabelPlaces = Readonly<Partial<Record<LabelName, number>>>;

/** What a client learns about one prompt, and about the protected labels of its account, from one response. */
export type PromptEvent =
  | { readonly kind: 'publish'; readonly version: number; readonly labels: readonly LabelName[] }
  /** At least one of the labels is protected. */
  | { readonly kind: 'refused-publish'; readonly labels: readonly LabelName[] }
  | {
      readonly kind: 'move';
      readonly label: LabelName;
      readonly version: number;
      readonly outcome: 'moved' | 'no-such-version' | 'conflict' | 'protected';
      /** With the key, unless a person moved it. */
      readonly by?: 'dashboard';
    }
  /** `seen` is undefined if the prompt has no such label. */
  | { readonly kind: 'read'; readonly label: LabelName; readonly seen: SeenPrompt | undefined }
  | { readonly kind: 'protect'; readonly labels: readonly LabelName[] }
  | { readonly kind: 'read-protection'; readonly labels: readonly LabelName[] }
  /** An event stream delivered an event that the feed has after the publication of the version. */
  | { readonly kind: 'streamed'; readonly latest: number };

export interface SeenPrompt {
  readonly latest: number;
  readonly labels: LabelPlaces;
}

export interface PromptState extends SeenPrompt {
  readonly protected: readonly LabelName[];
}

const printSeen = ({ latest, labels }: SeenPrompt): string =>
  [latest, ...LABELS.map((label) => labels[label] ?? '-')].join(' ');

const printProtected = (labels: readonly LabelName[]): string =>
  LABELS.filter((label) => labels.includes(label)).join(' ');

/**
 * Consecutive version numbers, and labels that point to them. A read returns a consistent snapshot of both. The key moves
 * no protected label.
 */
export const promptRegister: Model<PromptState, PromptEvent> = {
  initial: { latest: 0, labels: {}, protected: [] },
  step: (state, event) => {
    switch (event.kind) {
      case 'publish':
        return event.version === state.latest + 1 && !isProtected(state, event.labels)
          ? [applyPublish(state, event.labels)]
          : [];
      case 'refused-publish':
        return isProtected(state, event.labels) ? [state] : [];
      case 'move':
        return applyMove(state, event);
      case 'read':
        return printIfLabelled(state, event.label) === (event.seen && printSeen(event.seen)) ? [state] : [];
      case 'protect':
        return [{ ...state, protected: event.labels }];
      case 'read-protection':
        return printProtected(state.protected) === printProtected(event.labels) ? [state] : [];
      case 'streamed':
        return event.latest <= state.latest ? [state] : [];
    }
  },
  print: (state) => `${printSeen(state)} [${printProtected(state.protected)}]`,
};

const isProtected = (state: PromptState, labels: readonly LabelName[]): boolean =>
  labels.some((label) => state.protected.includes(label));

function applyPublish(state: PromptState, moved: readonly LabelName[]): PromptState {
  const version = state.latest + 1;
  const labels = { ...state.labels, ...Object.fromEntries(moved.map((label) => [label, version])) };
  return { ...state, latest: version, labels };
}

function applyMove(
  state: PromptState,
  { label, version, outcome, by }: Extract<PromptEvent, { kind: 'move' }>,
): readonly PromptState[] {
  // A label that already points there is not moved.
  const isRefused = by !== 'dashboard' && isProtected(state, [label]) && state.labels[label] !== version;
  switch (outcome) {
    case 'conflict':
      return [state];
    case 'no-such-version':
      return version > state.latest ? [state] : [];
    case 'protected':
      return version <= state.latest && isRefused ? [state] : [];
    case 'moved':
      return version > state.latest || isRefused ? [] : [{ ...state, labels: { ...state.labels, [label]: version } }];
  }
}

const printIfLabelled = (state: PromptState, label: LabelName): string | undefined =>
  state.labels[label] === undefined ? undefined : printSeen(state);
