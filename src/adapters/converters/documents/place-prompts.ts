import { foreignLabel } from '../../../domain/naming/foreign-label.ts';
import { foreignName } from '../../../domain/naming/foreign-name.ts';
import type { Label } from '../../../domain/naming/label.ts';
import { type PromptName, parsePromptName } from '../../../domain/naming/prompt-name.ts';
import type { LabelMove } from '../../../domain/prompts/label-move.ts';
import type { PromptType } from '../../../domain/prompts/prompt.ts';
import type { ForeignPrompt, ForeignVersion } from '../foreign-prompt.ts';
import type { Reports } from '../source-format.ts';

/** A prompt with its name here, and with versions numbered from 1. */
export interface PlacedPrompt {
  readonly source: ForeignPrompt;
  readonly name: PromptName;
  readonly type: PromptType;
  /** Oldest first: the index is the number here, minus 1. */
  readonly versions: readonly ForeignVersion[];
  /** Our numbers, by those of the tool. */
  readonly numbers: ReadonlyMap<number, number>;
  /** Our numbers. */
  readonly labels: ReadonlyMap<Label, number>;
}

export interface Placement {
  /** Empty if the prompts get no folder. */
  readonly folder: string;
  /** The label for prompts whose tool has no labels. */
  readonly label: Label | undefined;
}

/** Gives every prompt its name here. The keys are the names without the folder, which includes use. */
export function placePrompts(
  prompts: readonly ForeignPrompt[],
  { folder, label }: Placement,
  reports: Reports,
): ReadonlyMap<PromptName, PlacedPrompt> {
  const placed = new Map<PromptName, PlacedPrompt>();
  const taken = new Map<PromptName, ForeignPrompt>();
  for (const prompt of prompts) {
    const plain = parsePromptName(foreignName(prompt.name) ?? '');
    const name = plain && parsePromptName(foreignName(folder === '' ? plain : `${folder}/${plain}`) ?? '');
    if (!plain || !name) {
      reports.refuse({ path: prompt.file }, prompt.path, `${JSON.stringify(prompt.name)} is no name for a prompt here`);
      continue;
    }
    const first = taken.get(name);
    if (first) {
      reports.lose({ path: prompt.file }, prompt.path, `${name} was found before, in ${first.file}: skipped`);
      continue;
    }
    taken.set(name, prompt);
    placed.set(plain, numberVersions(prompt, name, label, reports));
  }
  return placed;
}

function numberVersions(
  source: ForeignPrompt,
  name: PromptName,
  label: Label | undefined,
  reports: Reports,
): PlacedPrompt {
  const { type, versions } = chooseVersions(source, reports);
  const numbers = new Map(versions.map(({ number }, index) => [number, index + 1]));
  const kept = [...numbers.keys()];
  if (kept.some((number, index) => number !== index + 1)) {
    reports.lose({ path: source.file }, source.path, `${source.name}: ${describeNumbers(kept)}`);
  }
  const wanted = new Map<Label, number>(label === undefined ? [] : [[label, versions.length]]);
  const known = source.labels ?? (source.history && labelsAfter(source.history));
  const labels = known ? placeLabels(source, known, numbers, reports) : wanted;
  return { source, name, type, versions, numbers, labels };
}

/** Chooses one version of each number, all of the type that the newest has. */
function chooseVersions(source: ForeignPrompt, reports: Reports) {
  const sorted = source.versions.toSorted((one, other) => one.number - other.number);
  const type = sorted.at(-1)?.content.type ?? 'text';
  const numbers = new Set<number>();
  const versions = sorted.filter((version) => {
    const file = { path: version.file ?? source.file };
    if (numbers.has(version.number)) {
      reports.lose(file, version.path, `version ${version.number} of ${source.name} was found before: skipped`);
      return false;
    }
    if (version.content.type !== type) {
      const problem = `version ${version.number} of ${source.name} is not of type ${type}, as the newest is: skipped`;
      reports.lose(file, version.path, problem);
      return false;
    }
    numbers.add(version.number);
    return true;
  });
  return { type, versions };
}

const NUMBERS_SHOWN = 5;

function describeNumbers(numbers: readonly number[]): string {
  if (numbers.length === 1) return `version ${numbers[0]} becomes version 1`;
  const shown =
    numbers.length > NUMBERS_SHOWN ? [...numbers.slice(0, NUMBERS_SHOWN - 1), '…', numbers.at(-1)] : numbers;
  return `versions ${shown.join(', ')} become versions 1 to ${numbers.length}`;
}

/** Maps each label to its version after the last of its moves. */
function labelsAfter(history: readonly Pick<LabelMove, 'label' | 'version'>[]): ReadonlyMap<string, number> {
  const last = new Map<string, number | null>(history.map(({ label, version }) => [label, version]));
  return new Map([...last].flatMap(([label, version]) => (version === null ? [] : [[label, version]])));
}

function placeLabels(
  source: ForeignPrompt,
  labels: ReadonlyMap<string, number>,
  numbers: ReadonlyMap<number, number>,
  { lose }: Reports,
): ReadonlyMap<Label, number> {
  const placed = new Map<Label, number>();
  const report = (text: string, loss: string) =>
    lose({ path: source.file }, source.path, `label ${JSON.stringify(text)} ${loss}`);
  // Labels that are valid as they are come first: they never give way to one that is converted.
  const sorted = [...labels].toSorted(
    ([one], [other]) => Number(foreignLabel(other) === other) - Number(foreignLabel(one) === one),
  );
  for (const [text, number] of sorted) {
    const label = foreignLabel(text);
    const version = numbers.get(number);
    if (!label) report(text, 'is dropped: a label is a-z, then a-z, 0-9 or . _ -');
    else if (version === undefined) report(text, `is dropped: version ${number} is not imported`);
    else if (placed.has(label)) report(text, `is dropped: it would be ${label}, which is another label of this prompt`);
    else {
      placed.set(label, version);
      if (label !== text) report(text, `becomes ${label}`);
    }
  }
  return placed;
}
