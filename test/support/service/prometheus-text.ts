export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const COMMENT = /^# (HELP|TYPE) ([a-zA-Z_:][a-zA-Z0-9_:]*) (.+)$/;
/** Values as Go's ParseFloat takes them, by which the format is defined: in any case, `Nan` included. */
const SAMPLE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (-?[0-9.e+-]+|nan|[+-]?inf)$/i;
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(,|$)/y;

/** Reads the text format that Prometheus scrapes. Throws at the first line that it would not take. */
export function parsePrometheus(text: string): readonly Sample[] {
  if (!text.endsWith('\n')) throw new Error('the last line does not end');
  return text
    .split('\n')
    .filter((line) => line !== '' && !COMMENT.test(line))
    .map(parseSample);
}

function parseSample(line: string): Sample {
  const [, name, labels = '', value] = SAMPLE.exec(line) ?? [];
  if (name === undefined) throw new Error(`not a sample: ${line}`);
  return { name, labels: parseLabels(labels, line), value: Number(value) };
}

function parseLabels(text: string, line: string): Readonly<Record<string, string>> {
  const labels: Record<string, string> = {};
  LABEL.lastIndex = 0;
  for (let offset = 0; offset < text.length; offset = LABEL.lastIndex) {
    const [, name = '', value = ''] = LABEL.exec(text) ?? [];
    if (name === '') throw new Error(`not labels: ${line}`);
    labels[name] = value;
  }
  return labels;
}

/** The value of the one sample that has this name and these labels; 0 when there is none yet. */
export function sampleValue(
  samples: readonly Sample[],
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number {
  const [found, ...more] = samples.filter(
    (sample) => sample.name === name && Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
  );
  if (more.length > 0) throw new Error(`several samples are named ${name} ${JSON.stringify(labels)}`);
  return found?.value ?? 0;
}
